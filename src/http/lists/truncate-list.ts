/** Maximum bytes of JSON for a list in a response. */
const maxListBytes = 1_000_000;

/** Returns the first items whose JSON takes at most {@link maxListBytes}. */
export function truncateList<Item>(items: Item[]): Item[] {
  let bytes = 2;
  const end = items.findIndex((item) => (bytes += Buffer.byteLength(JSON.stringify(item)) + 1) > maxListBytes + 1);
  return end === -1 ? items : items.slice(0, end);
}
