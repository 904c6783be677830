/** Part of a longer list, from a cursor on. */
export interface Page<Item> {
  items: Item[];
  /** Whether items follow this page. */
  hasMore: boolean;
  /** The cursor of the next page: this one plus the number of items, on the last page too. */
  nextCursor: number;
}

/** The page that starts at `cursor`, from up to `limit` + 1 items of which the last one only shows that more follow. */
export function toPage<Item>(found: Item[], cursor: number, limit: number): Page<Item> {
  const items = found.slice(0, limit);
  return { items, hasMore: found.length > limit, nextCursor: cursor + items.length };
}
