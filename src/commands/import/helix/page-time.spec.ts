import { describePageTimes, PageTime, timeInName } from './page-time.js';

it.each([
  ['streams-20261121T083000Z.json', '2026-11-21T08:30:00.000Z'],
  ['2026-11-21T08:30:15Z.json.gz', '2026-11-21T08:30:15.000Z'],
  ['page_2026-11-21_08-30.ndjson', '2026-11-21T08:30:00.000Z'],
  ['streams-20261121-0830.json', '2026-11-21T08:30:00.000Z'],
])('reads the time in %s', (name, time) => {
  expect(timeInName(name)?.toISOString()).toBe(time);
});

it.each([
  'page.json',
  'streams-2026-11-21.json',
  'streams-20260230T083000Z.json',
  'streams-20261121T253000Z.json',
  'streams-1202611210830.json',
])('finds none in %s', (name) => {
  expect(timeInName(name)).toBeUndefined();
});

it('says of pages without a time of their own where theirs comes from', () => {
  const modified = new Date('2026-11-22T00:00:00Z');
  const times = ['a-20261121T083000Z.json', 'b-20261121T093000Z.json', 'c.json', 'unused.json'].map((file) =>
    PageTime.ofFile(file, modified),
  );
  times.slice(0, 3).forEach((time, index) => (time.pages = index + 1));
  expect(describePageTimes(times)).toEqual([
    'Without a time of their own: 3 pages. Taken as observed at the time in the name of the file, 2026-11-21T08:30:00.000Z to 2026-11-21T09:30:00.000Z.',
    'Without a time of their own: 3 pages. Taken as observed at the time at which the file was last modified, 2026-11-22T00:00:00.000Z.',
  ]);
});
