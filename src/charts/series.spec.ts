import { longestOfCounts } from './series.js';

/** Returns times with the given pauses between them. */
function moments(...pauses: number[]): number[] {
  return pauses.reduce((list, pause) => [...list, (list.at(-1) ?? 0) + pause], [0]);
}

const times = (count: number, pause: number) => Array.from({ length: count }, () => pause);

it.each([
  ['no points', [], 36],
  ['one point', [0], 36],
  ['counts at the usual interval, with one gap', moments(...times(30, 24), 400), 36],
  ['counts at shorter intervals than usual', moments(...times(30, 1), 37), 36],
  ['one longer pause in three', moments(24, 48, 23), 36],
  ['counts at longer intervals, such as weekly', moments(...times(30, 168), 5_000), 840],
  ['two points', moments(1_000), 5_000],
])('finds the longest pause of %s', (_case, at, longest) => {
  expect(longestOfCounts(at, 36)).toBe(longest);
});
