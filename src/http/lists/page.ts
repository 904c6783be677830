/** A part of a longer list that starts at a cursor. */
export interface Page<Item> {
  items: Item[];
  /** True if items follow this page. */
  hasMore: boolean;
  /** The cursor of the next page: this cursor plus the number of items and of rows that a filter skipped. Also set on the last page. */
  nextCursor: number;
  /** The number of items of the whole list, if it is cheap to count. */
  total?: number;
}

/** Creates the page at `cursor` from up to `limit` + 1 items. The extra item shows that more items follow. */
export function toPage<Item>(found: Item[], cursor: number, limit: number): Page<Item> {
  const items = found.slice(0, limit);
  return { items, hasMore: found.length > limit, nextCursor: cursor + items.length };
}
