import { zipfTable, zipfViewers } from './zipf.js';

describe('zipfViewers', () => {
  it('gives few streamers many viewers, and the long tail hardly any', () => {
    expect(zipfViewers(0)).toBe(200_000);
    expect(zipfViewers(100)).toBeCloseTo(11_321, 0);
    expect(zipfViewers(10_000)).toBeCloseTo(120, 0);
    expect(zipfViewers(1_000_000)).toBeCloseTo(1.2, 1);
  });
});

describe('zipfTable', () => {
  it('gives the n-th item one n-th of the entries of the first', () => {
    const table = zipfTable(4, 25_000);
    const shares = [0, 1, 2, 3].map((item) => table.filter((entry) => entry === item).length);
    expect(shares).toEqual([12_000, 6_000, 4_000, 3_000]);
  });

  it('leaves no item out, however small its share', () => {
    expect([...zipfTable(5, 5)]).toEqual([0, 1, 2, 3, 4]);
    expect(new Set(zipfTable(300, 310)).size).toBe(300);
  });
});
