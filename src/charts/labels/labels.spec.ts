import {
  countText,
  fullNumber,
  pageNumber,
  quotientInTenths,
  roundedQuotient,
  shortNumber,
  threeDigits,
  tickLabels,
  wordsFor,
} from './number-labels.js';
import { shorten, textWidth } from './text-width.js';
import { ageText, dayRange, dayText, momentText, timeLabels } from './time-labels.js';

it.each([
  [0, '0'],
  [987, '987'],
  [999, '999'],
  [1_000, '1k'],
  [1_005, '1.01k'],
  [3_485, '3.49k'],
  [4_321, '4.32k'],
  [21_432, '21.4k'],
  [99_949, '99.9k'],
  [99_950, '100k'],
  [999_499, '999k'],
  [999_500, '1M'],
  [15_487_598, '15.5M'],
  [1_200_000_000, '1.2B'],
  [2 ** 53 - 1, '9007T'],
  [-1_234, '−1.23k'],
  [-1_025, '−1.03k'],
  [-0, '0'],
])('shortens %d to %s', (value, label) => {
  expect(shortNumber(value)).toBe(label);
});

it('keeps zeros at the end in a column of numbers', () => {
  expect(threeDigits(4_000)).toEqual({ digits: '4.00', unit: 'k' });
});

it.each([
  [0, '0', ''],
  [999_999, '999,999', ''],
  [-40_000, '−40,000', ''],
  [1_000_000, '1.00', 'M'],
  [15_487_598, '15.5', 'M'],
])('writes %d on pages as %s%s', (value, digits, unit) => {
  expect(pageNumber(value)).toEqual({ digits, unit });
});

it.each([
  [2 ** 53 - 1, '9,007,199,254,740,991'],
  [21_432, '21,432'],
  [-1_234.5, '−1,234.5'],
  [-0, '0'],
])('writes all digits of %d', (value, digits) => {
  expect(fullNumber(value)).toBe(digits);
});

it.each([
  [0, '0 streams'],
  [1, '1 stream'],
  [21_432, '21,432 streams'],
])('writes the count of %d things', (count, text) => {
  expect(countText(count, 'stream')).toBe(text);
  expect(`${fullNumber(count)} ${wordsFor(count, 'streams of all')}`).toBe(`${text} of all`);
});

it.each([
  [9, 6, 2],
  [-9, 6, -2],
  [8, 6, 1],
  [-2, 6, 0],
  [25n * 10n ** 17n, 10 ** 18, 3],
  [2 ** 53 - 1, 2 ** 53 - 2, 1],
])('rounds %d / %d to %d, halves away from zero', (dividend, divisor, quotient) => {
  expect(roundedQuotient(dividend, divisor)).toBe(quotient);
});

it.each([
  [261, 4.4],
  [3, 0.1],
  [-9, -0.2],
])('rounds %d / 60 to the tenth %d', (minutes, hours) => {
  expect(quotientInTenths(minutes, 60)).toBe(hours);
});

it.each([
  [
    [0, 500, 1_000],
    ['0', '500', '1,000'],
  ],
  [
    [0, 5_000, 10_000],
    ['0', '5,000', '10,000'],
  ],
  [
    [20_000, 20_500, 21_000],
    ['20,000', '20,500', '21,000'],
  ],
  [
    [0, 1_500_000, 3_000_000],
    ['0', '1.5M', '3.0M'],
  ],
  [
    [1_234_567, 1_234_568],
    ['1,234,567', '1,234,568'],
  ],
  [
    [0, 500_000_000, 1_000_000_000],
    ['0', '0.5B', '1.0B'],
  ],
  [[7], ['7']],
  [[], []],
])('labels the value ticks %j', (ticks, labels) => {
  expect(ticks.map(tickLabels(ticks))).toEqual(labels);
});

it.each([
  [
    ['2026-10-31T23:59:30Z', '2026-11-01T00:00:00Z'],
    ['23:59:30', '1 Nov'],
  ],
  [
    ['2026-10-31T12:00:00Z', '2026-11-01T00:00:00Z'],
    ['12:00', '1 Nov'],
  ],
  [
    ['2026-10-25T00:00:00Z', '2026-11-01T00:00:00Z'],
    ['25 Oct', '1 Nov'],
  ],
  [
    ['2025-12-01T00:00:00Z', '2026-01-01T00:00:00Z'],
    ['Dec', '2026'],
  ],
])('labels the time ticks %j', (moments, labels) => {
  const ticks = moments.map((moment) => new Date(moment));
  expect(ticks.map(timeLabels(ticks))).toEqual(labels);
});

it.each([
  ['2026-11-22', '2026-11-22', '22 Nov 2026'],
  ['2026-10-01', '2026-11-22', '1 Oct – 22 Nov 2026'],
  ['2025-10-01', '2026-11-22', '1 Oct 2025 – 22 Nov 2026'],
])('writes the days from %s to %s', (from, to, range) => {
  expect(dayRange(new Date(from), new Date(to))).toBe(range);
});

it('cuts a text to a width, between whole characters and on one line', () => {
  expect(shorten('short', 12, 100)).toBe('short');
  expect(shorten('two\r\n lines', 12, 100)).toBe('two lines');
  const family = '👨‍👩‍👧‍👦';
  const cut = shorten(family.repeat(20), 12, 60);
  expect(cut.replaceAll(family, '')).toBe('…');
  expect(textWidth(cut, 12)).toBeLessThanOrEqual(60);
});

it.each([
  ['2026-11-22T12:00:01Z', 'just now'],
  ['2026-11-22T11:59:01Z', 'just now'],
  ['2026-11-22T10:00:01Z', '119 min ago'],
  ['2026-11-22T10:00:00Z', '2 h ago'],
  ['2026-11-20T12:00:01Z', '47 h ago'],
  ['2026-11-20T12:00:00Z', '2 d ago'],
  ['2026-11-17T11:00:00Z', '5 d ago'],
])('writes the age of %s as %s', (at, text) => {
  expect(ageText(at, new Date('2026-11-22T12:00:00Z'))).toBe(text);
});

it.each([
  ['2026-11-24T21:18:59Z', '24 Nov', '24 Nov, 21:18'],
  ['2026-11-25T23:59:59Z', 'yesterday', 'yesterday at 23:59'],
  ['2026-11-26T00:00:00Z', 'today', 'today at 00:00'],
  ['2026-11-26T18:05:00Z', 'today', 'today at 18:05'],
  ['2026-11-27T00:00:00Z', 'tomorrow', 'tomorrow at 00:00'],
  ['2026-11-28T00:00:00Z', '28 Nov', '28 Nov, 00:00'],
  ['2025-11-26T12:00:00Z', '26 Nov 2025', '26 Nov 2025, 12:00'],
])('writes the day of %s as %s, and the time as %s', (at, day, moment) => {
  const now = new Date('2026-11-26T12:00:00Z');
  expect(dayText(new Date(at), now)).toBe(day);
  expect(momentText(new Date(at), now)).toBe(moment);
});
