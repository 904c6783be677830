import { writeRange } from '../../figures/time.js';
import { newestReport, readReportRange } from './report-events.js';

const week = (now: string, zone = 'UTC') => newestReport('report.week', new Date(now), zone);
const month = (now: string, zone = 'UTC') => newestReport('report.month', new Date(now), zone);

it.each([
  ['2026-10-25T23:59:59.999Z', 'UTC', '2026-10-12..2026-10-19'],
  ['2026-10-26T00:00:00.000Z', 'UTC', '2026-10-19..2026-10-26'],
  ['2026-10-25T23:00:00.000Z', 'Europe/Berlin', '2026-10-19..2026-10-26'],
  ['2026-10-25T22:59:59.999Z', 'Europe/Berlin', '2026-10-12..2026-10-19'],
  ['2026-10-26T06:59:59.999Z', 'America/Los_Angeles', '2026-10-12..2026-10-19'],
  ['2026-10-26T07:00:00.000Z', 'America/Los_Angeles', '2026-10-19..2026-10-26'],
  ['2026-01-01T12:00:00.000Z', 'Asia/Seoul', '2025-12-22..2025-12-29'],
])('has the last week from Monday to Monday at %s in %s', (now, zone, range) => {
  expect(week(now, zone)).toBe(`${range} ${zone}`);
});

it.each([
  ['2026-10-31T23:59:59.999Z', 'UTC', '2026-09'],
  ['2026-11-01T00:00:00.000Z', 'UTC', '2026-10'],
  ['2026-10-31T15:00:00.000Z', 'Asia/Seoul', '2026-10'],
  ['2026-01-15T00:00:00.000Z', 'UTC', '2025-12'],
])('has the last month at %s in %s', (now, zone, range) => {
  expect(month(now, zone)).toBe(`${range} ${zone}`);
});

it('has the window of its subject, which a change of clocks makes longer', () => {
  const { range, tz, window } = readReportRange('2026-10-19..2026-10-26 Europe/Berlin');
  expect({ range, tz }).toEqual({ range: '2026-10-19..2026-10-26', tz: 'Europe/Berlin' });
  expect(writeRange(window)).toEqual({ from: '2026-10-18T22:00:00.000Z', to: '2026-10-25T23:00:00.000Z' });
  expect(writeRange(readReportRange('2026-10 Europe/Berlin').window)).toEqual({
    ...{ from: '2026-09-30T22:00:00.000Z', to: '2026-10-31T23:00:00.000Z' },
  });
});
