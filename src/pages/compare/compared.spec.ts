import { ComparedStreamer, computeGrowth } from './compared.js';

describe('the growth of followers', () => {
  const grown = (counts: number[], isCounted = true) =>
    computeGrowth({
      ...{ partlySince: { counts: null }, isCounted },
      gainPoints: counts.map((followers, day) => ({ followers, created_at: `2026-06-0${day + 1}T00:00:00.000Z` })),
    } as unknown as ComparedStreamer);

  it('is a percentage of the first count, with one decimal', () => {
    expect(grown([2000, 2059])).toBe(3);
    expect(grown([2000, 1990])).toBe(-0.5);
  });

  it('is unknown if the counts cover less than half of the window, or begin with 0', () => {
    expect(grown([2000, 2059], false)).toBeNull();
    expect(grown([2000])).toBeNull();
    expect(grown([0, 10])).toBeNull();
  });
});
