import { dayHours } from './week-hours.js';

it('sums the time of each day, with no value before the first known day and after the last', () => {
  const weeks = [new Date('2026-11-16T00:00Z'), new Date('2026-11-23T00:00Z')];
  const streams = [{ started_at: '2026-11-18T23:00:00.000Z', minutes: 150 }];
  const rows = dayHours(streams, weeks, new Date('2026-11-17T12:00Z'), new Date('2026-11-25T08:00Z'));
  const hours = rows.map((row) => row.map((ms) => ms && ms / 3_600_000));
  expect(hours).toEqual([
    [null, 0],
    [0, 0],
    [1, 0],
    [1.5, null],
    [0, null],
    [0, null],
    [0, null],
  ]);
});
