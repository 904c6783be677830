import { minutesText } from './moments.js';

it.each([
  [1, '1 minute'],
  [5, '5 minutes'],
])('writes %s as %s', (minutes, text) => {
  expect(minutesText(minutes)).toBe(text);
});
