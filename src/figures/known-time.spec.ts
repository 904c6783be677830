import { isComparable, knownMs, sinceOf } from './known-time.js';

describe('the known time of a window', () => {
  const window = { from: 1_000, to: 2_000 };

  it('is the rest of the window', () => {
    expect([0, 1_000, 1_400, 2_000, 3_000].map((since) => knownMs(window, since))).toEqual([1_000, 1_000, 600, 0, 0]);
    expect(knownMs(window, sinceOf(null))).toBe(1_000);
    expect(sinceOf('2026-01-01T00:00:00.000Z')).toBe(Date.UTC(2026, 0));
  });

  it('must be 95% to compare sums, and half to compare averages', () => {
    const known = (nature: 'sum' | 'average') =>
      [1_000, 1_049, 1_050, 1_051, 1_499, 1_500, 1_501].filter((since) => isComparable(window, since, nature));
    expect(known('sum')).toEqual([1_000, 1_049, 1_050]);
    expect(known('average')).toEqual([1_000, 1_049, 1_050, 1_051, 1_499, 1_500]);
  });
});
