import { computeGain } from '../../streamer/dto/channel-points.response.js';
import { isGainComparable } from './window-figures.js';

describe('counts of followers', () => {
  const pointsOn = (...days: number[]) =>
    days.map((day) => ({ followers: 100 + 12 * day, created_at: `2026-06-0${day}T00:00:00.000Z` }));

  it('are two for a gain', () => {
    expect(computeGain(pointsOn(1, 3))).toBe(24);
    expect(computeGain(pointsOn(3))).toBeNull();
  });

  it('are comparable if they begin in the first 5% of a window and cover half of it', () => {
    const window = { from: Date.parse('2026-06-03T00:00:00Z'), to: Date.parse('2026-06-07T00:00:00Z') };
    expect(isGainComparable(pointsOn(3, 5), window)).toBe(true);
    expect(isGainComparable(pointsOn(1, 5), window)).toBe(true);
    expect(isGainComparable(pointsOn(1, 4), window)).toBe(false);
    expect(isGainComparable(pointsOn(4, 7), window)).toBe(false);
    expect(isGainComparable(pointsOn(5), window)).toBe(false);
    expect(isGainComparable([], window)).toBe(false);
    const at = (minutes: number) => [
      { followers: 1, created_at: new Date(window.from + minutes * 60_000).toISOString() },
      ...pointsOn(7),
    ];
    // 5% of four days are 288 minutes.
    expect([287, 288, 289].map((minutes) => isGainComparable(at(minutes), window))).toEqual([true, true, false]);
  });
});
