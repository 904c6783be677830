/** Maximum bytes of JSON for a list in a response. */
export const mostListBytes = 1_000_000;

/** Returns the first items whose JSON takes at most {@link mostListBytes}. */
export function firstWithinBytes<Item>(items: Item[], most = mostListBytes): Item[] {
  let bytes = 2;
  const end = items.findIndex((item) => (bytes += Buffer.byteLength(JSON.stringify(item)) + 1) > most + 1);
  return end === -1 ? items : items.slice(0, end);
}
