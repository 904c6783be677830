import { windowBefore, windowEndingAt } from './windows.js';

describe('windowEndingAt', () => {
  it('spans 30 x 24 hours, regardless of month lengths and time changes', () => {
    expect(windowEndingAt(new Date('2026-03-30T01:30:00.123Z'))).toEqual({
      from: new Date('2026-02-28T01:30:00.123Z'),
      to: new Date('2026-03-30T01:30:00.123Z'),
    });
  });

  it.each([
    [7, '2026-03-23T01:30:00.123Z'],
    [90, '2025-12-30T01:30:00.123Z'],
    [365, '2025-03-30T01:30:00.123Z'],
  ])('spans %d x 24 hours on request', (days, from) => {
    const to = new Date('2026-03-30T01:30:00.123Z');
    expect(windowEndingAt(to, days)).toEqual({ from: new Date(from), to });
  });
});

describe('windowBefore', () => {
  it('has the same length, and ends at the start of the given window', () => {
    expect(windowBefore(windowEndingAt(new Date('2026-03-30T01:30:00.123Z'), 7))).toEqual({
      from: new Date('2026-03-16T01:30:00.123Z'),
      to: new Date('2026-03-23T01:30:00.123Z'),
    });
  });
});
