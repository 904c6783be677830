/** The most bytes of JSON that a list of an answer may take. */
export const mostListBytes = 1_000_000;

/** The first of some items, of which the JSON takes at most {@link mostListBytes}. */
export function firstWithinBytes<Item>(items: Item[], most = mostListBytes): Item[] {
  let bytes = 2;
  const end = items.findIndex((item) => (bytes += Buffer.byteLength(JSON.stringify(item)) + 1) > most + 1);
  return end === -1 ? items : items.slice(0, end);
}
