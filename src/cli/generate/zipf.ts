const giantViewers = 200_000;
/** Flattens the top: the first is not twice the second. */
const flatRanks = 6;

/** Viewers that the streamer of a rank (0 is the biggest) usually has, by Zipf's law: in inverse proportion to it. */
export function zipfViewers(rank: number): number {
  return (giantViewers * flatRanks) / (rank + flatRanks);
}

/**
 * A table of `slots` entries in which the n-th of `count` items takes a share of 1/n, and no item less than one entry:
 * an entry picked at random is an item by Zipf's law. `slots` is at least `count`.
 */
export function zipfTable(count: number, slots: number): Uint16Array {
  const table = new Uint16Array(slots);
  let total = 0;
  for (let item = 0; item < count; item++) total += 1 / (item + 1);
  let end = 0;
  let sum = 0;
  for (let item = 0; item < count; item++) {
    sum += 1 / (item + 1);
    const from = end;
    // Enough entries stay for each of the items to come.
    end = Math.min(Math.max(Math.round((sum / total) * slots), from + 1), slots - (count - 1 - item));
    table.fill(item, from, end);
  }
  return table;
}
