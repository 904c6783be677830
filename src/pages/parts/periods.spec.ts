import { hourMs } from '../../figures/time.js';
import { streamedRows, listPeriods, periodUnit, shiftTo } from './periods.js';

const at = (text: string) => Date.parse(`${text}Z`);
const iso = (date: string) => `${date}T00:00:00.000Z`;
const inHours = (ms: number | null) => (ms === null ? null : ms / hourMs);
const threeDays = { from: at('2026-11-24T00:00'), to: at('2026-11-27T00:00') };

it.each([
  ['2026-11-01', '2026-11-30', 'day'],
  ['2026-08-28', '2026-11-26', 'week'],
  ['2025-11-26', '2026-11-26', 'week'],
  ['2025-01-01', '2026-11-26', 'month'],
])('has bars from %s to %s for each %s', (from, to, unit) => {
  expect(periodUnit({ from: Date.parse(from), to: Date.parse(to) })).toBe(unit);
});

it('covers a range with weeks from Monday, and marks those that are not whole', () => {
  const periods = listPeriods({ from: at('2026-11-11T10:00'), to: at('2026-11-26T09:00') }, 'week');
  expect(periods.map(({ from, isPart }) => [new Date(from).toISOString().slice(0, 10), isPart])).toEqual([
    ['2026-11-09', true],
    ['2026-11-16', false],
    ['2026-11-23', true],
  ]);
});

it.each([
  ['Asia/Kathmandu', '2026-10-31T18:15', '2026-11-30T18:15'],
  ['America/St_Johns', '2026-11-01T02:30', '2026-12-01T03:30'],
  ['Pacific/Chatham', '2026-10-31T10:15', '2026-11-30T10:15'],
])('has days, weeks and months of a time zone: %s', (zone, from, to) => {
  const range = { from: at(from), to: at(to) };
  const [month, ...others] = listPeriods(range, 'month', zone);
  expect([month, others]).toEqual([{ ...range, isPart: false, dates: [iso('2026-11-01'), iso('2026-12-01')] }, []]);
  const days = listPeriods(range, 'day', zone);
  expect(days).toHaveLength(30);
  expect(days.every((day, i) => day.to === (days[i + 1]?.from ?? range.to))).toBe(true);
  expect(shiftTo(zone)(range)).toEqual({ from: at('2026-11-01T00:00'), to: at('2026-12-01T00:00') });
});

it('counts the streams of each streamer in each period with their time in that period', () => {
  const outlines = [
    { started_at: '2026-11-24T22:00:00.000Z', minutes: 27 * 60 },
    { started_at: '2026-11-26T10:00:00.000Z', minutes: 30 },
  ];
  const streamers = [
    { name: 'Aurora', times: outlines, knownSince: 0 },
    { name: 'Mossy', times: [], knownSince: 0 },
  ];
  const hours = [
    [2, 0],
    [24, 0],
    [1.5, 0],
  ];
  expect(streamedRows(streamers, threeDays, 'day').map(({ ms }) => ms.map(inHours))).toEqual(hours);
});

it('does not know the hours before the first data, and marks the period around it as a part of this streamer', () => {
  const outlines = [{ started_at: '2026-11-25T22:00:00.000Z', minutes: 60 }];
  const knownSince = at('2026-11-25T22:00');
  const rows = streamedRows([{ name: 'Aurora', times: outlines, knownSince }], threeDays, 'day');
  expect(rows.map(({ ms, parts }) => [ms.map(inHours), parts])).toEqual([
    [[null], [true]],
    [[1], [true]],
    [[0], [false]],
  ]);
  const since = { times: [], knownSince: at('2026-11-24T00:00') };
  const [first] = streamedRows(
    [
      { name: 'Mossy', ...since },
      { name: 'Aurora', times: outlines, knownSince },
    ],
    threeDays,
    'day',
  );
  expect([first?.ms, first?.parts]).toEqual([
    [0, null],
    [false, true],
  ]);
});
