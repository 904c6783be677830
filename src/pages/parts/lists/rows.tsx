import type { ComponentChildren } from 'preact';

interface RowsProps<Item> {
  items: readonly Item[];
  show: (item: Item) => ComponentChildren;
}

/** A list with an item per row. */
export function Rows<Item>({ items, show }: RowsProps<Item>) {
  return (
    <ul class="rows">
      {items.map((item) => (
        <li>{show(item)}</li>
      ))}
    </ul>
  );
}
