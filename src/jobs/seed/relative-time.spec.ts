import { relativeDate } from './relative-time.js';

const read = (text: unknown, now = '2026-11-21T09:41:37.512Z') => relativeDate(new Date(now)).cell(text, 'started_at');

describe('a time of the seed', () => {
  it.each([
    ['now', '2026-11-21T09:41:00.000Z'],
    ['-3d2h', '2026-11-18T07:41:00.000Z'],
    ['-1h59m20s', '2026-11-21T07:41:40.000Z'],
    ['+40m', '2026-11-21T10:21:00.000Z'],
    ['today', '2026-11-21T00:00:00.000Z'],
    ['today-2d6h', '2026-11-18T18:00:00.000Z'],
    ['fri20-2h', '2026-11-20T18:00:00.000Z'],
    ['sat09', '2026-11-21T09:00:00.000Z'],
    ['sat10+30m', '2026-11-14T10:30:00.000Z'],
    ['wed00-7d', '2026-11-11T00:00:00.000Z'],
    ['month-2h', '2026-10-31T22:00:00.000Z'],
    ['last-month+3h', '2026-10-01T03:00:00.000Z'],
  ])('%s is relative to the minute of the seeding', (text, time) => {
    expect(read(text)).toBe(time);
  });

  it('of a day of the week is the last one, also at its first minute', () => {
    expect(read('mon09', '2026-11-23T08:59:59Z')).toBe('2026-11-16T09:00:00.000Z');
    expect(read('mon09', '2026-11-23T09:00:00Z')).toBe('2026-11-23T09:00:00.000Z');
  });

  it.each([
    ['2026-11-23T00:00:00Z', '2026-11-22T12:00:00.000Z'],
    ['2026-11-23T07:59:00Z', '2026-11-22T19:00:00.000Z'],
    ['2026-11-23T12:59:00Z', '2026-11-22T20:00:00.000Z'],
    ['2026-11-23T13:00:00Z', '2026-11-22T21:00:00.000Z'],
    ['2026-11-23T23:59:00Z', '2026-11-23T07:00:00.000Z'],
  ])('of a day of the week is moved by hours, so that %s is a quiet hour after it', (now, time) => {
    expect(read('sun20', now)).toBe(time);
  });

  it('is relative to the month before in the first four hours of a month', () => {
    expect(read('month', '2027-01-01T03:59:00Z')).toBe('2026-12-01T00:00:00.000Z');
    expect(read('month', '2027-01-01T04:00:00Z')).toBe('2027-01-01T00:00:00.000Z');
    expect(read('last-month', '2027-01-01T04:00:00Z')).toBe('2026-12-01T00:00:00.000Z');
  });

  it.each([
    '',
    '-',
    '3d',
    '-2h3d',
    '-1.5h',
    '-3 d',
    'year',
    'now-',
    'fri',
    'fri24',
    'fri8',
    '2026-11-21T09:41:00Z',
    5,
    undefined,
  ])('is not %j', (value) => {
    expect(() => read(value)).toThrow(
      /^started_at: .*must be a time such as -3d2h, \+40m, now, today-1d, fri20-2h or month-2h$/,
    );
  });
});
