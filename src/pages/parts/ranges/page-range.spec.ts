import { writeRange } from '../../../figures/time.js';
import { freezeRange, keysOfRange, readPageRange, windowOfRange } from './page-range.js';

const now = new Date('2026-11-26T12:00:00.000Z');
const textsOf = ({ from, to, before }: ReturnType<typeof windowOfRange>): object => ({
  ...writeRange({ from, to }),
  ...(before && { before: writeRange(before) }),
});
const windowOf = (range: string, tz?: string) => textsOf(windowOfRange(readPageRange({ range, tz }), now));

describe('a range of a page', () => {
  it.each([
    ['30', 'last 30 days', 'the last 30 days', 'in the last 30 days', 'the 30 days before'],
    ['all', 'all time', 'all time', 'of all time', ''],
    ['2026-10', 'October 2026 (UTC)', 'October 2026', 'in October 2026', 'the month before'],
    ['2026', '2026 (UTC)', '2026', 'in 2026', 'the year before'],
    [
      '2026-10-03..2026-10-05',
      '3 Oct – 4 Oct 2026 (UTC)',
      '3 Oct – 4 Oct 2026',
      'from 3 Oct 2026 to 4 Oct 2026',
      'the 2 days before',
    ],
    ['2026-10-03..2026-10-04', '3 Oct 2026 (UTC)', '3 Oct 2026', 'on 3 Oct 2026', 'the day before'],
  ])('has names: %s', (range, title, noun, within, before) => {
    expect(readPageRange({ range })).toMatchObject({ title, noun, within, before });
  });

  it('is the window of the API, in a time zone, with the window before', () => {
    const dates = { month: '2026-03' };
    const { call, query, title } = readPageRange({ range: '2026-03', tz: 'Europe/Berlin' });
    expect({ call, query, title }).toEqual({
      call: { ...dates, tz: 'Europe/Berlin' },
      query: { range: '2026-03', tz: 'Europe/Berlin' },
      title: 'March 2026 (Europe/Berlin)',
    });
    expect(windowOf('2026-03', 'Europe/Berlin')).toEqual({
      ...{ from: '2026-02-28T23:00:00.000Z', to: '2026-03-31T22:00:00.000Z' },
      before: { from: '2026-01-31T23:00:00.000Z', to: '2026-02-28T23:00:00.000Z' },
    });
  });

  it('ends now and has no window before while it is not over, and is empty before its start', () => {
    expect(windowOf('2026-11')).toEqual({ from: '2026-11-01T00:00:00.000Z', to: now.toISOString() });
    expect(windowOf('2026')).toEqual({ from: '2026-01-01T00:00:00.000Z', to: now.toISOString() });
    const start = '2027-01-01T00:00:00.000Z';
    expect(windowOf('2027')).toEqual({ from: start, to: start });
    expect(windowOf('all')).toEqual({ from: '1970-01-01T00:00:00.000Z', to: now.toISOString() });
  });

  it('ignores a time zone if it ends now', () => {
    const range = readPageRange({ range: '90', tz: 'Asia/Seoul' });
    expect([range.query, range.call, keysOfRange(range)]).toEqual([{ range: '90' }, undefined, ['90']]);
  });

  it('has its times in the key of the cache unless it ends now', () => {
    const key = keysOfRange(readPageRange({ range: '2026-10-03..2026-10-05', tz: 'Asia/Seoul' }));
    const times = ['2026-10-02T15:00:00.000Z', '2026-10-04T15:00:00.000Z', '2026-09-30T15:00:00.000Z'];
    expect(key).toEqual(['2026-10-03..2026-10-05', 'Asia/Seoul', ...times.map((text) => Date.parse(text))]);
  });

  it('freezes to the last whole days', () => {
    const frozen = freezeRange(readPageRange({ range: '7' }), now);
    expect(frozen?.query).toEqual({ range: '2026-11-19..2026-11-26', tz: 'UTC' });
    for (const range of ['all', '2026-10']) expect(freezeRange(readPageRange({ range }), now)).toBeUndefined();
  });
});
