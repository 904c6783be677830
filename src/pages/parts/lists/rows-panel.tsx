import type { ComponentChildren } from 'preact';
import { Panel, PanelProps } from '../panels/panel.js';

interface RowsPanelProps<Item> extends Omit<PanelProps, 'children' | 'empty'> {
  items: readonly Item[];
  /** The number of items to show. The files have all items. */
  most: number;
  /** The text for a list without items. */
  empty: string;
  show: (item: Item) => ComponentChildren;
}

/** A panel with the first items of a list, one per row. */
export function RowsPanel<Item>({ items, most, empty, show, ...panel }: RowsPanelProps<Item>) {
  const more = items.length - most;
  return (
    <Panel {...panel} empty={items.length === 0 && empty}>
      <ul class="rows">
        {items.slice(0, most).map((item) => (
          <li>{show(item)}</li>
        ))}
      </ul>
      {more > 0 && <p class="note">And {more} more in the files.</p>}
    </Panel>
  );
}
