import { writeRange } from '../../../figures/time.js';
import { freezeRange, keysOfRange, nextRange, readPageRange, windowOfRange } from './page-range.js';

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

  it('has a time zone for its charts by days if it ends now', () => {
    const range = readPageRange({ range: '90', tz: 'Asia/Seoul' });
    expect([range.query, range.call, keysOfRange(range)]).toEqual([
      { range: '90', tz: 'Asia/Seoul' },
      undefined,
      ['90', 'Asia/Seoul'],
    ]);
    expect(keysOfRange(readPageRange({ range: '90' }))).toEqual(['90']);
  });

  it.each([
    ['2026-W47', { from: '2026-11-16', to: '2026-11-23' }, '16 Nov – 22 Nov 2026', '2026-W46', '2026-W48'],
    ['2021-W01', { from: '2021-01-04', to: '2021-01-11' }, '4 Jan – 10 Jan 2021', '2020-W53', '2021-W02'],
    ['2026-Q3', { from: '2026-07-01', to: '2026-10-01' }, 'July to September 2026', '2026-Q2', '2026-Q4'],
    ['2026-Q4', { from: '2026-10-01', to: '2027-01-01' }, 'October to December 2026', '2026-Q3', undefined],
    ['2026-01', { month: '2026-01' }, 'January 2026', '2025-12', '2026-02'],
    ['2026', { year: '2026' }, '2026', '2025', undefined],
    [
      '2026-11-24..2026-11-26',
      { from: '2026-11-24', to: '2026-11-26' },
      '24 Nov – 25 Nov 2026',
      '2026-11-22..2026-11-24',
      '2026-11-26..2026-11-28',
    ],
    [
      '2026-11-25..2026-11-27',
      { from: '2026-11-25', to: '2026-11-27' },
      '25 Nov – 26 Nov 2026',
      '2026-11-23..2026-11-25',
      undefined,
    ],
  ])(
    'is a call of the API, and has a range before and after, unless that begins in the future: %s',
    (text, call, noun, ...near) => {
      const range = readPageRange({ range: text, tz: 'UTC' });
      expect([range.call, range.noun]).toEqual([{ ...call, tz: 'UTC' }, noun]);
      expect([nextRange(range, -1, now), nextRange(range, 1, now)].map((next) => next?.query.range)).toEqual(near);
    },
  );

  it('begins today in its time zone', () => {
    // In Kiritimati, it is November 27.
    const range = (tz: string) => readPageRange({ range: '2026-11-25..2026-11-27', tz });
    expect(nextRange(range('Pacific/Kiritimati'), 1, now)?.query.range).toBe('2026-11-27..2026-11-29');
    expect(nextRange(range('Pacific/Pago_Pago'), 1, now)).toBeUndefined();
    expect(nextRange(readPageRange({ range: '30' }), -1, now)).toBeUndefined();
  });

  it('has its times in the key of the cache unless it ends now', () => {
    const key = keysOfRange(readPageRange({ range: '2026-10-03..2026-10-05', tz: 'Asia/Seoul' }));
    const times = ['2026-10-02T15:00:00.000Z', '2026-10-04T15:00:00.000Z', '2026-09-30T15:00:00.000Z'];
    expect(key).toEqual(['2026-10-03..2026-10-05', 'Asia/Seoul', ...times.map((text) => Date.parse(text))]);
  });

  it('freezes to the last whole days', () => {
    const frozen = freezeRange(readPageRange({ range: '7' }), now);
    expect(frozen?.query).toEqual({ range: '2026-11-19..2026-11-26', tz: 'UTC' });
    expect(freezeRange(readPageRange({ range: '2026-10' }), now)).toBeUndefined();
    const all = readPageRange({ range: 'all' });
    const since = (date: string) => freezeRange(all, now, Date.parse(date))?.query.range;
    expect(since('2026-11-12T10:00Z')).toBe('2026-11-12..2026-11-26');
    expect(since('2026-11-26T10:00Z')).toBe('2026-11-25..2026-11-26');
    expect(since('2020-01-01')).toBe('2025-10-22..2026-11-26');
    const inChatham = freezeRange(readPageRange({ range: '7', tz: 'Pacific/Chatham' }), now);
    expect(inChatham?.query).toEqual({ range: '2026-11-20..2026-11-27', tz: 'Pacific/Chatham' });
  });
});
