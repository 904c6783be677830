import type { ComponentChildren } from 'preact';
import { Link } from './link.js';
import { Panel, PanelProps } from './panel.js';

interface ListPanelProps extends PanelProps {
  /** The label of the links to other pages. */
  pages: string;
  cursor: number;
  limit: number;
  list: { items: readonly unknown[]; hasMore: boolean };
  /** The text for a page without items. */
  empty: ComponentChildren;
  /** Returns the path of the page that starts at a cursor. The first page has the cursor undefined. */
  pathAt: (cursor: number | undefined) => string;
}

/** A panel with a page of a list, and links to the previous and next page if there are any. */
export function ListPanel({ pages, cursor, limit, list, empty, pathAt, children, ...panel }: ListPanelProps) {
  const { hasMore, items } = list;
  const shown = items.length;
  return (
    <Panel {...panel}>
      {shown === 0 ? <p class="empty">{empty}</p> : children}
      {cursor === 0 && !hasMore ? null : (
        <nav class="paging" aria-label={pages}>
          {cursor > 0 ? (
            <Link to={pathAt(Math.max(0, cursor - limit) || undefined)} rel="prev">
              ← Previous
            </Link>
          ) : (
            <span />
          )}
          <span class="muted">{shown > 0 ? `${cursor + 1}–${cursor + shown}` : 'No more'}</span>
          {hasMore ? (
            <Link to={pathAt(cursor + shown)} rel="next">
              Next →
            </Link>
          ) : (
            <span />
          )}
        </nav>
      )}
    </Panel>
  );
}
