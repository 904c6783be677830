/** A generator of numbers from 0 (inclusive) to 1 (exclusive). The same seed gives the same numbers (mulberry32). */
export function createRandom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** An integer from 0 (inclusive) to `limit` (exclusive). */
export function wholeNumber(limit, random) {
  return Math.floor(random() * limit);
}

/** One of the items, with equal probability. */
export function pickOne(items, random) {
  return items[wholeNumber(items.length, random)];
}

/** `count` items, with equal probability. */
export function drawUniformly(items, count, random) {
  return Array.from({ length: count }, () => pickOne(items, random));
}

/** `count` items by Zipf's law: the n-th item has one n-th of the probability of the first. */
export function drawByZipf(items, count, random) {
  const sums = [];
  let sum = 0;
  for (let rank = 1; rank <= items.length; rank++) sums.push((sum += 1 / rank));
  return Array.from({ length: count }, () => items[indexAbove(sums, random() * sum)]);
}

function indexAbove(sums, value) {
  return sums.findIndex((sum) => sum > value);
}
