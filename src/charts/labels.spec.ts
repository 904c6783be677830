import { fullNumber, shortNumber, tickLabels } from './number-labels.js';
import { shorten, textWidth } from './text-width.js';
import { dayRange, timeLabels } from './time-labels.js';

it.each([
  [0, '0'],
  [987, '987'],
  [999, '999'],
  [1_000, '1k'],
  [4_321, '4.32k'],
  [21_432, '21.4k'],
  [999_949, '1M'],
  [15_487_598, '15.5M'],
  [1_200_000_000, '1.2B'],
  [2 ** 53 - 1, '9007T'],
  [-1_234, '-1.23k'],
])('shortens %d to %s', (value, label) => {
  expect(shortNumber(value)).toBe(label);
});

it('writes all digits of a number', () => {
  expect(fullNumber(2 ** 53 - 1)).toBe('9,007,199,254,740,991');
});

it.each([
  [
    [0, 500, 1_000],
    ['0', '500', '1,000'],
  ],
  [
    [0, 5_000, 10_000],
    ['0', '5k', '10k'],
  ],
  [
    [20_000, 20_500, 21_000],
    ['20.0k', '20.5k', '21.0k'],
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
])('labels the ticks %j', (ticks, labels) => {
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
])('labels the moments %j', (moments, labels) => {
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
