import { hoursIn, periodsOf, periodUnit, streamedIn } from './periods.js';

const at = (text: string) => Date.parse(`${text}Z`);
const hourMs = 3_600_000;

it.each([
  ['2026-11-01', '2026-11-30', 'day'],
  ['2026-08-28', '2026-11-26', 'week'],
  ['2025-11-26', '2026-11-26', 'week'],
  ['2025-01-01', '2026-11-26', 'month'],
])('has bars from %s to %s for each %s', (from, to, unit) => {
  expect(periodUnit([Date.parse(from), Date.parse(to)])).toBe(unit);
});

it('covers a range with weeks from Monday, and marks those that are not whole', () => {
  const periods = periodsOf([at('2026-11-11T10:00'), at('2026-11-26T09:00')], 'week');
  expect(periods.map(({ from, isPart }) => [new Date(from).toISOString().slice(0, 10), isPart])).toEqual([
    ['2026-11-09', true],
    ['2026-11-16', false],
    ['2026-11-23', true],
  ]);
});

it('counts a stream in each period with its time in that period', () => {
  const periods = periodsOf([at('2026-11-24T00:00'), at('2026-11-27T00:00')], 'day');
  const streams = [
    { started_at: '2026-11-24T22:00:00.000Z', minutes: 27 * 60 },
    { started_at: '2026-11-26T10:00:00.000Z', minutes: 30 },
  ];
  expect(streamedIn(periods, streams).map((ms) => ms / hourMs)).toEqual([2, 24, 1.5]);
});

it('does not know the hours before the first data, and marks the period around it as a part', () => {
  const periods = periodsOf([at('2026-11-24T00:00'), at('2026-11-27T00:00')], 'day');
  const streams = [{ started_at: '2026-11-25T22:00:00.000Z', minutes: 60 }];
  const hours = hoursIn(periods, streams, at('2026-11-25T22:00'));
  expect(hours.map((period) => [period.hours, period.isPart])).toEqual([
    [null, true],
    [1, true],
    [0, false],
  ]);
});
