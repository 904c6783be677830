import { Compared, computeGrowth } from './compared.js';

describe('the growth of followers', () => {
  const grown = (days: number, ...counts: [day: number, followers: number][]) =>
    computeGrowth({
      figures: { days },
      partlySince: { followers: null },
      followers: counts.map(([day, followers]) => ({
        followers,
        created_at: new Date(day * 86_400_000).toISOString(),
      })),
    } as Compared);

  it('is a percentage of the first count, with one decimal', () => {
    expect(grown(7, [0, 2000], [3, 2100], [6, 2059])).toBe(3);
    expect(grown(7, [0, 2000], [6, 1990])).toBe(-0.5);
  });

  it('is unknown if the counts cover less than half of the window, or begin with 0', () => {
    expect(grown(30, [0, 2000], [6, 2059])).toBeNull();
    expect(grown(7, [0, 2000])).toBeNull();
    expect(grown(7, [0, 0], [6, 10])).toBeNull();
  });
});
