import { durationText, minutesText } from './duration-text.js';

it.each([
  [1, '1 minute'],
  [5, '5 minutes'],
])('writes %s as %s', (minutes, text) => {
  expect(minutesText(minutes)).toBe(text);
});

it.each([
  [0, '0 min'],
  [59, '59 min'],
  [120, '2 h'],
  [312, '5 h 12 min'],
  [57_602, '40 d'],
])('writes a duration of %s minutes as %s', (minutes, text) => {
  expect(durationText(minutes)).toBe(text);
});
