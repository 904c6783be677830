import { WaitingClock } from '../../clock/waiting-clock.js';
import { SparseLog } from './sparse-log.js';

const minute = 60_000;

it('lets a line through at most once a minute, and the same subject once in its time; counts the others', () => {
  let now = 0;
  const clock = Object.assign(new WaitingClock(), { monotonicMs: () => now });
  const log = new SparseLog(clock, 60 * minute);
  const lines: [string, number][] = [];
  for (; now <= 61 * minute; now += minute / 2) {
    for (const subject of ['a', 'b']) {
      const count = log.due(subject);
      if (count > 0) lines.push([subject, count]);
    }
  }
  expect(lines).toEqual([
    ['a', 1],
    ['b', 5],
    ['a', 235],
    ['b', 5],
  ]);
});
