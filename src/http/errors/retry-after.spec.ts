import { readRetryAfter } from './retry-after.js';

const now = new Date('2026-11-28T12:00:00Z');

it.each([
  ['0', 0],
  ['120', 120_000],
  ['1.0', 1_000],
  ['1.001', 2_000],
  ['0.52', 1_000],
  ['65.5', 66_000],
])('reads %j as seconds, rounded up', (value, ms) => expect(readRetryAfter(value, now)).toBe(ms));

it.each([
  ['Sat, 28 Nov 2026 13:00:00 GMT', 3_600_000],
  ['Saturday, 28-Nov-26 13:00:00 GMT', 3_600_000],
  ['Sat Nov 28 13:00:00 2026', 3_600_000],
  ['Tue Dec  1 12:00:00 2026', 3 * 86_400_000],
  ['Sat, 28 Nov 2026 12:00:01 GMT', 1_000],
  ['Wed, 21 Oct 2026 07:28:00 GMT', 0],
])('reads %j as a date', (value, ms) => expect(readRetryAfter(value, now)).toBe(ms));

it.each([
  ...[undefined, null, '', ' ', 'soon', 'soon 1', '-1', '+1', '3, 5', '1e3', '0x10', '1.', '.5', '1,5', '12s', '1 2'],
  ...['2026-11-28T13:00:00Z', '2026-11-28', 'Nov 28 2026', 'Sat, 28 Nov 2026', 'Sat, 28 Nov 2026 13:00:00'],
  ...['Sat, 28 Nov 2026 13:00:00 +0100', 'Sat, 31 Feb 2027 13:00:00 GMT', 'Sat, 28 Foo 2026 13:00:00 GMT'],
  ...['Sat, 28 Nov 2026 24:00:00 GMT', 'Sat, 28 Nov 2026 13:00:00 GMT, 5', '١٢'],
])('ignores %j', (value) => expect(readRetryAfter(value, now)).toBeUndefined());
