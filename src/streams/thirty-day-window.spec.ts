import { windowEndingAt } from './thirty-day-window.js';

describe('windowEndingAt', () => {
  it('spans 30 x 24 hours, whatever the length of the month or the clocks of a country', () => {
    expect(windowEndingAt(new Date('2026-03-30T01:30:00.123Z'))).toEqual({
      from: new Date('2026-02-28T01:30:00.123Z'),
      to: new Date('2026-03-30T01:30:00.123Z'),
    });
  });
});
