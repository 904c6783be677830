import type { ComponentChildren } from 'preact';

interface RowsProps<Item> {
  items: readonly Item[];
  /** The number of items to show. */
  most: number;
  show: (item: Item) => ComponentChildren;
}

/** The first items of a list, one per row. */
export function Rows<Item>({ items, most, show }: RowsProps<Item>) {
  const more = items.length - most;
  return (
    <>
      <ul class="rows">
        {items.slice(0, most).map((item) => (
          <li>{show(item)}</li>
        ))}
      </ul>
      {more > 0 && <p class="note">And {more} more.</p>}
    </>
  );
}
