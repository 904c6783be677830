import type { ComponentChildren } from 'preact';
import { fullNumber } from '../../../charts/labels/number-labels.js';
import { Page } from '../../../http/lists/page.js';
import { Link } from '../names/link.js';
import { Panel, PanelProps } from '../panels/panel.js';

interface ListPanelProps extends PanelProps {
  /** The label of the links to other pages. */
  pages: string;
  cursor: number;
  limit: number;
  list: Pick<Page<unknown>, 'items' | 'hasMore' | 'total'>;
  /** The text for a list without items. */
  empty: ComponentChildren;
  /** The form above the list. */
  before?: ComponentChildren;
  /** A text after the links to other pages. */
  after?: ComponentChildren;
  /** Returns the path of the page that starts at a cursor. The first page has the cursor undefined. */
  pathAt: (cursor: number | undefined) => string;
}

/** Returns the title of a page of a list. Later pages name their first place, so that tabs and bookmarks differ. */
export function listTitle(title: string, cursor: number): string {
  return cursor === 0 ? title : `${title}, from ${cursor + 1}`;
}

/** A panel with a page of a list, and links to the previous, next and last page if there are any. */
export function ListPanel({
  pages,
  cursor,
  limit,
  list,
  empty,
  before,
  after,
  pathAt,
  children,
  ...panel
}: ListPanelProps) {
  const { hasMore, items, total } = list;
  const shown = items.length;
  const next = cursor + shown;
  const last = total === undefined ? next : Math.floor((total - 1) / limit) * limit;
  const range = `${fullNumber(cursor + 1)}–${fullNumber(next)}`;
  return (
    <Panel {...panel}>
      {before}
      {shown === 0 ? <p class="empty">{cursor > 0 ? 'This page is past the end of the list.' : empty}</p> : children}
      {cursor === 0 && !hasMore && !after ? null : (
        <nav class="paging" aria-label={pages}>
          <b>{shown === 0 ? 'No more' : total === undefined ? range : `${range} of ${fullNumber(total)}`}</b>
          {cursor > 0 ? (
            <Link to={pathAt(Math.max(0, cursor - limit) || undefined)} rel="prev">
              Previous {limit}
            </Link>
          ) : null}
          {hasMore ? (
            <Link to={pathAt(next)} rel="next">
              Next {limit}
            </Link>
          ) : null}
          {hasMore && last > next ? <Link to={pathAt(last)}>Last page</Link> : null}
          {after ? <span class="after muted">{after}</span> : null}
        </nav>
      )}
    </Panel>
  );
}
