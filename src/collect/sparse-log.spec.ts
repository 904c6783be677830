import { WaitingClock } from '../clock/waiting-clock.js';
import { SparseLog } from './sparse-log.js';

const minute = 60_000;

it('logs a line at most once a minute, and the same subject once per period; counts the others', () => {
  let now = 0;
  const clock = Object.assign(new WaitingClock(), { monotonicMs: () => now });
  const log = new SparseLog(clock, 60 * minute);
  const lines: [string, number][] = [];
  for (; now <= 61 * minute; now += minute / 2) {
    for (const subject of ['a', 'b']) {
      const due = log.due([subject]);
      if (due) lines.push([[...due.subjects].join(), due.count]);
    }
  }
  expect(lines).toEqual([
    ['a', 1],
    ['b', 5],
    ['a', 235],
    ['b', 5],
  ]);
});

it('logs up to 20 subjects of one call in one line, and the others in the next line', () => {
  let now = 0;
  const log = new SparseLog(Object.assign(new WaitingClock(), { monotonicMs: () => now }), 60 * minute);
  const subjects = Array.from({ length: 25 }, (_, index) => `item ${index}`);
  expect(log.due(subjects)).toEqual({ subjects: new Set(subjects.slice(0, 20)), count: 25 });
  now = minute;
  expect(log.due(subjects)).toEqual({ subjects: new Set(subjects.slice(20)), count: 25 });
});
