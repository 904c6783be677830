/** A generator of numbers of at least 0 and below 1, the same numbers for the same seed (mulberry32). */
export function createRandom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A whole number of at least 0 and below `limit`. */
export function wholeNumber(limit, random) {
  return Math.floor(random() * limit);
}

/** One of the items, each with the same chance. */
export function pickOne(items, random) {
  return items[wholeNumber(items.length, random)];
}

/** `count` of the items, each with the same chance. */
export function drawUniformly(items, count, random) {
  return Array.from({ length: count }, () => pickOne(items, random));
}

/** `count` of the items by Zipf's law: the chance of the n-th is one n-th of the chance of the first. */
export function drawByZipf(items, count, random) {
  const sums = [];
  let sum = 0;
  for (let rank = 1; rank <= items.length; rank++) sums.push((sum += 1 / rank));
  return Array.from({ length: count }, () => items[indexAbove(sums, random() * sum)]);
}

function indexAbove(sums, value) {
  return sums.findIndex((sum) => sum > value);
}
