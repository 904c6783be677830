import { countText } from './compact-number.js';

it.each([
  [0, '0 streams'],
  [1, '1 stream'],
  [21_432, '21,432 streams'],
])('names %d things', (count, text) => {
  expect(countText(count, 'stream')).toBe(text);
});
