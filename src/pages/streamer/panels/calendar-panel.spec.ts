import { StreamOutline } from '../../../streams/detail/stream-summary.response.js';
import { computeCalendar } from './calendar-panel.js';

it('sums the time of each day, with no value before the first known day', () => {
  const yearTimes = [{ started_at: '2026-11-18T23:00:00.000Z', minutes: 150 } as StreamOutline];
  const year = { from: Date.parse('2026-11-16T12:00Z'), to: Date.parse('2026-11-21T08:00Z') };
  const view = { yearTimes, yearOutlines: [], year, knownSince: Date.parse('2026-11-17T12:00Z') };
  const { days } = computeCalendar({ ...view, zone: 'UTC' });
  expect(days.map(({ at, ms }) => [at.toISOString().slice(8, 10), ms && ms / 3_600_000])).toEqual([
    ...[
      ['16', null],
      ['17', 0],
      ['18', 1],
      ['19', 1.5],
      ['20', 0],
      ['21', 0],
    ],
  ]);
  const inChatham = computeCalendar({ ...view, zone: 'Pacific/Chatham' }).days;
  expect(inChatham.map(({ date, ms }) => [date.slice(8, 10), ms && ms / 3_600_000])).toEqual([
    ...[
      ['17', null],
      ['18', 0],
      ['19', 2.5],
      ['20', 0],
      ['21', 0],
    ],
  ]);
});
