import { RowRandom } from './row-random.js';

function numbersOf(seed: number, purpose: number, row: number): number[] {
  const random = new RowRandom(seed, purpose);
  random.startRow(row);
  return [random.uint32(), random.uint32(), random.uint32()];
}

describe('RowRandom', () => {
  it('gives a row the same numbers whichever row came before', () => {
    const random = new RowRandom(1, 1);
    random.startRow(7);
    random.uint32();
    random.startRow(5);
    expect([random.uint32(), random.uint32(), random.uint32()]).toEqual(numbersOf(1, 1, 5));
  });

  it('gives other numbers to another seed, purpose or row', () => {
    const all = [numbersOf(1, 1, 1), numbersOf(2, 1, 1), numbersOf(1, 2, 1), numbersOf(1, 1, 2), numbersOf(0, 1, 1)];
    expect(new Set(all.flat()).size).toBe(15);
  });

  it('spreads evenly over rows', () => {
    const random = new RowRandom(1, 1);
    const counts = [0, 0, 0, 0, 0];
    for (let row = 0; row < 10_000; row++) {
      random.startRow(row);
      counts[random.below(5)]! += 1;
    }
    for (const count of counts) expect(Math.abs(count - 2_000)).toBeLessThan(200);
  });
});
