import { describePageTimes, PageTime } from './page-time.js';

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
