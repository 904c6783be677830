import type { ComponentChildren } from 'preact';
import { fullNumber } from '../../../charts/labels/number-labels.js';
import { Page } from '../../../http/lists/page.js';
import { LivePart } from '../live-part.js';
import { Link } from '../names/link.js';
import { Column } from './column.js';
import { ListForm, SelectProps } from './list-form.js';
import { DataTable } from './table.js';
import { sizeSelect } from './selects.js';

export interface PagedTableProps<Row, Key extends string> {
  label: string;
  columns: readonly Column<Row, Key>[];
  list: Pick<Page<Row>, 'items' | 'hasMore' | 'total'>;
  cursor: number;
  limit: number;
  /** Returns the path of the list in another order, or from another position. */
  pathOf: (changes: { sort?: Key; cursor?: number }) => string;
  /** The order of the list, if readers can select it. */
  sorted?: Key;
  /** The parameter of the order, if not `sort`. */
  param?: string;
  /** Whether readers can select the number of rows. */
  isSized?: boolean;
  /** What else readers can select. */
  selects?: readonly SelectProps[];
  /** The text for a list without items. */
  empty?: ComponentChildren;
  /** A text after the links to other pages. */
  after?: ComponentChildren;
  idOf?: (row: Row) => string;
  /** The path of the list, if a script updates its rows. */
  live?: string | undefined;
}

/** Returns the title of a page of a list. Later pages name their first place, so that tabs and bookmarks differ. */
export function listTitle(title: string, cursor: number): string {
  return cursor === 0 ? title : `${title}, from ${cursor + 1}`;
}

/** A page of a list with a form for order and size, and links to the previous, next and last page if there are any. */
export function PagedTable<Row, Key extends string>(props: PagedTableProps<Row, Key>) {
  const { columns, pathOf, sorted, isSized = false, selects = [], live } = props;
  return (
    <>
      {sorted === undefined && selects.length === 0 ? null : (
        <ListForm
          path={pathOf({})}
          selects={[
            ...(sorted === undefined ? [] : [orderSelect(columns, sorted, props.param ?? 'sort')]),
            ...selects,
            ...(isSized ? [sizeSelect(props.limit)] : []),
          ]}
          onPhonesOnly={!isSized && selects.length === 0}
        />
      )}
      {live === undefined ? <PageRows {...props} /> : <LiveRows {...props} live={live} />}
    </>
  );
}

/** The rows of a list that a script updates, without the form. */
export function LiveRows<Row, Key extends string>({ live, ...props }: PagedTableProps<Row, Key> & { live: string }) {
  return (
    <LivePart id="rows" of={live}>
      <PageRows {...props} />
    </LivePart>
  );
}

function PageRows<Row, Key extends string>(props: PagedTableProps<Row, Key>) {
  const { label, columns, list, cursor, pathOf, sorted, idOf } = props;
  const pathBy = (sort: Key) => pathOf({ sort });
  const order = columns.find(({ key, class: shape = '' }) => key === sorted && shape.includes('num'));
  const isUnknown = list.items.length > 1 && order?.file && list.items.every((row) => order.file?.cell(row) == null);
  return (
    <>
      {isUnknown ? (
        <p class="note">{order.name}: unknown for all rows here, so the order by it has no effect.</p>
      ) : null}
      {list.items.length === 0 ? (
        <p class="empty">{cursor > 0 ? 'This page is past the end of the list.' : props.empty}</p>
      ) : (
        <DataTable {...{ label, columns, sorted, idOf }} rows={list.items} pathOf={sorted && pathBy} />
      )}
      <Paging {...props} />
    </>
  );
}

/** The orders of a list in a form. */
function orderSelect<Row, Key extends string>(columns: readonly Column<Row, Key>[], chosen: Key, name: string) {
  const options = columns.flatMap(({ key, name: title, order = title }) => (key ? [[key, order] as const] : []));
  return { name, label: 'Order by', chosen, options };
}

function Paging<Row, Key extends string>({ label, list, cursor, limit, after, pathOf }: PagedTableProps<Row, Key>) {
  const { hasMore, items, total } = list;
  const next = cursor + items.length;
  const last = total === undefined ? next : Math.floor((total - 1) / limit) * limit;
  const range = `${fullNumber(cursor + 1)}–${fullNumber(next)}`;
  if (cursor === 0 && !hasMore && !after) return null;
  return (
    <nav class="paging" aria-label={`Pages: ${label}`}>
      <b>{items.length === 0 ? 'No more' : total === undefined ? range : `${range} of ${fullNumber(total)}`}</b>
      {cursor > 0 ? (
        <Link to={pathOf({ cursor: Math.max(0, cursor - limit) })} rel="prev">
          Previous {limit}
        </Link>
      ) : null}
      {hasMore ? (
        <Link to={pathOf({ cursor: next })} rel="next">
          Next {limit}
        </Link>
      ) : null}
      {hasMore && last > next ? <Link to={pathOf({ cursor: last })}>Last page</Link> : null}
      {after ? <span class="after muted">{after}</span> : null}
    </nav>
  );
}
