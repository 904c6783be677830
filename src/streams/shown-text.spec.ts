import { plainText } from './shown-text.js';

it.each([null, '', ' ', '\u200b', '\u202e', '\u2066\u2069 ', '\u0007\n', '\u115f\u2800', '\u{e0041}\ufe0f'])(
  'replaces %j, which has no visible character',
  (text) => {
    expect(plainText(text)).toBe('');
    expect(plainText(text, 'No title')).toBe('No title');
  },
);

it.each([
  [' a\r\n\u2028b\tc ', 'a b c'],
  ['a\u202eb\u061cc', 'abc'],
  ['👩\u200d🚀 ❤\ufe0f', '👩\u200d🚀 ❤\ufe0f'],
])('returns %j as one line that does not turn other text', (text, shown) => {
  expect(plainText(text, 'No title')).toBe(shown);
});
