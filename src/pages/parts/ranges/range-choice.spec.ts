import { readRangeChoice } from './range-choice.js';

const dates = (from: string, to: string, zone = '') => readRangeChoice({ by: 'dates', from, to, zone });

describe('the form of ranges', () => {
  it('selects dates, the last one inclusive, or a period', () => {
    expect(dates('2026-04-01', '2026-06-30')).toEqual({ range: { range: '2026-04-01..2026-07-01' } });
    const choice = { by: 'period', period: '2026-Q2', zone: ' Asia/Kathmandu ' };
    expect(readRangeChoice(choice)).toEqual({ range: { range: '2026-Q2', tz: 'Asia/Kathmandu' } });
    expect(dates('2026-04-01', '2026-04-01', 'utc')).toEqual({ range: { range: '2026-04-01..2026-04-02' } });
    expect(readRangeChoice({ from: '2026-04-01' })).toBeUndefined();
  });

  it.each([
    [dates('2026-04-02', '2026-04-01'), '“To” is before “From”.'],
    [dates('2026-04-02', ''), 'Choose both dates.'],
    [dates('2026-02-30', '2026-04-01'), 'Choose both dates.'],
    [dates('2026-01-01', '2027-02-05'), 'At most 400 days: from 1 Jan 2026 the last day is 4 Feb 2027.'],
    [
      dates('2026-06-01', '2027-07-05', 'Europe/Berlin'),
      'At most 400 days: from 1 Jun 2026 the last day is 5 Jul 2027.',
    ],
    [
      dates('2025-10-01', '2026-11-04', 'Europe/Berlin'),
      'At most 400 days: from 1 Oct 2025 the last day is 3 Nov 2026.',
    ],
    [
      dates('2026-04-01', '2026-04-02', 'Berlin'),
      'There is no time zone “Berlin”. Write a name such as Europe/Berlin.',
    ],
    [readRangeChoice({ by: 'period', period: '2026-13' }), 'Choose a month, quarter or year.'],
  ])('says what is wrong: %j', (read, fault) => {
    if (fault.includes('5 Jul')) return expect(read).toHaveProperty('range');
    return expect(read).toEqual({ fault });
  });

  it('accepts 400 days', () => {
    expect(dates('2026-01-01', '2027-02-04')).toHaveProperty('range');
  });
});
