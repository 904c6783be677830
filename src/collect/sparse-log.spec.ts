import { SparseLog } from './sparse-log.js';

it('logs a line at most once per period, and counts the events in between', () => {
  const log = new SparseLog(60_000);
  const lines: [number, number | undefined][] = [];
  for (let now = 0; now <= 150_000; now += 30_000) lines.push([now, log.due(now, now === 0 ? 1 : 2)]);
  expect(lines.filter(([, count]) => count !== undefined)).toEqual([
    [0, 1],
    [60_000, 4],
    [120_000, 4],
  ]);
});
