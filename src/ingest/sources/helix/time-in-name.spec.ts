import { timeInName } from './time-in-name.js';

it.each([
  ['streams-20261121T083000Z.json', '2026-11-21T08:30:00.000Z'],
  ['2026-11-21T08:30:15Z.json.gz', '2026-11-21T08:30:15.000Z'],
  ['page_2026-11-21_08-30.ndjson', '2026-11-21T08:30:00.000Z'],
  ['streams 2026.11.21 08.30.00 UTC.json', '2026-11-21T08:30:00.000Z'],
  ['20261121083000.json', '2026-11-21T08:30:00.000Z'],
  ['20261121_083000-001.json', '2026-11-21T08:30:00.000Z'],
  ['2026-11-21_08-30-00_streams.json', '2026-11-21T08:30:00.000Z'],
  ['2026-11-21_08-30-00-page2_MSK.json.gz', '2026-11-21T08:30:00.000Z'],
  ['2026-11-21_08-30-00 (1).JSON', '2026-11-21T08:30:00.000Z'],
  ['2026-11-21T08_30_00Z_live.json', '2026-11-21T08:30:00.000Z'],
])('reads the time in %s, which is in UTC', (name, time) => {
  expect(timeInName(name)?.toISOString()).toBe(time);
});

it.each([
  ['streams-2026-11-21T10:30:00+02:00.json', '2026-11-21T08:30:00.000Z'],
  ['2026-11-21T10:30+02.json', '2026-11-21T08:30:00.000Z'],
  ['2026-11-21T10-30-00+02-00.json', '2026-11-21T08:30:00.000Z'],
  ['2026-11-20_22-30-00-1000.json', '2026-11-21T08:30:00.000Z'],
  ['2026-11-21T03:30-05.json', '2026-11-21T08:30:00.000Z'],
  ['2026-11-21T14:00:00+0530.json', '2026-11-21T08:30:00.000Z'],
  ['2026-11-21 14.00.00+05.30.json', '2026-11-21T08:30:00.000Z'],
  ['20261121103000+0200.json', '2026-11-21T08:30:00.000Z'],
  ['2026-11-21T09:30:00+01:00[Europe_Berlin].json', '2026-11-21T08:30:00.000Z'],
])('reads the offset in %s', (name, time) => {
  expect(timeInName(name)?.toISOString()).toBe(time);
});

it.each([
  ['2026-11-21T08:30:00.5Z.json', '2026-11-21T08:30:00.500Z'],
  ['20261121T083000.123.json', '2026-11-21T08:30:00.123Z'],
  ['2026-11-21T08-30-00-123Z.json', '2026-11-21T08:30:00.123Z'],
  ['2026-11-21T10:30:00,123456789+02:00.json', '2026-11-21T08:30:00.123Z'],
])('reads the fraction in %s', (name, time) => {
  expect(timeInName(name)?.toISOString()).toBe(time);
});

it.each([
  'page.json',
  'followers-maria2.json',
  'followers-20126101.json',
  'streams-20261121083.json',
  'streams-1202611210830.json',
  'streams-20261321083000.json',
])('finds no time in %s', (name) => {
  expect(timeInName(name)).toBeUndefined();
});

it.each([
  ['30 February', 'streams-20260230T083000Z.json'],
  ['month 13', '2026-13-21T08:30:00Z.json'],
  ['hour 25', 'streams-20261121T253000Z.json'],
  ['no minutes', '2026-11-21T08Z.json'],
  ['no date', 'streams-8:30.json'],
  ['a day of one digit', '2026-11-1T08:30:00Z.json'],
  ['an offset of more than 14 hours', '2026-11-21T08:30:00+15:00.json'],
  ['an offset of 7 minutes', '2026-11-21T08:30:00-0007.json'],
  ['a zone by its short name', '2026-11-21_08-30-00 CET.json'],
  ['a short name after an underscore', '2026-11-21_08-30-00_MSK.json'],
  ['a short name with digits', '2026-11-21_08-30-00_EST5EDT.json'],
  ['the name of a place without brackets', '2026-11-21_08-30-00_Europe_Berlin.json'],
  ['a time with PM', '2026-11-21 08.30.00 PM.json'],
  ['a plus sign that is encoded', '2026-11-21T08:30:00%2B0200.json'],
  ['an offset without a sign', '2026-11-21T08_30_00_02_00.json'],
  ['an offset from UTC', '2026-11-21T08:30:00 UTC+2.json'],
  ['two times', '20261121T083000Z-20261121T084000Z.json'],
  ['two dates', '2026-11-20_2026-11-21T08-30-00Z.json'],
  ['a date alone', 'streams-2026-11-21.json'],
  ['a date with the day first', '21-11-2026_08-30-00.json'],
  ['a year of two digits', '26-11-21_08-30-00.json'],
  ['a month by its name', '21Nov2026_0830.json'],
  ['letters between hours and minutes', '2026-11-21_08h30m00.json'],
  ['the number of a day', '2026-325T0830.json'],
  ['8 digits', 'streams-20261121.json'],
  ['17 digits', '20261121083000123.json'],
  ['two digits that may be a page', '2026-11-21_08-30-00-05.json'],
])('rejects %s, %s', (_name, name) => {
  expect(timeInName(name)).toBeNull();
});
