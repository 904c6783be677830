import type { ComponentChildren } from 'preact';
import { Link } from '../names/link.js';
import { ListForm, SelectProps } from './list-form.js';

/** A column of a table. */
export interface Column<Row> {
  heading: ComponentChildren;
  show: (row: Row, place: number) => ComponentChildren;
  /** The CSS class of the cells and the heading. */
  class?: string;
  /** Whether the cells are row headers. */
  isHead?: boolean;
  /** The path of the list that is sorted by the column, highest first. Without a path, this list is. */
  sort?: { to?: string };
  /** Returns the value for the second line of a row on phones, where the column is hidden. Null is left out. */
  line?: (row: Row) => ComponentChildren;
}

/** A column by which a list can be sorted. */
export type SortableColumn<Row, Key extends string> = Column<Row> & {
  key?: Key;
  /** The name of the order. */
  name?: string;
};

interface TableProps<Row> {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** Returns the ID of a row, for links to it. */
  idOf?: (row: Row) => string;
}

/** A table with one row per item. */
export function Table<Row>({ columns, rows, idOf }: TableProps<Row>) {
  return (
    <table>
      <thead>
        <tr>
          {columns.map((column) => (
            <Heading column={column} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, place) => (
          <tr id={idOf?.(row)}>{columns.map((column) => cellOf(column, row, place, columns))}</tr>
        ))}
      </tbody>
    </table>
  );
}

function Heading<Row>({ column }: { column: Column<Row> }) {
  const { heading, sort } = column;
  const isSorted = sort !== undefined && sort.to === undefined;
  return (
    <th scope="col" class={classOf(column)} aria-sort={isSorted ? 'descending' : undefined}>
      {sort?.to === undefined ? heading : <Link to={sort.to}>{heading}</Link>}
      {isSorted ? <span aria-hidden="true">{'\u00a0▼'}</span> : null}
    </th>
  );
}

function cellOf<Row>(column: Column<Row>, row: Row, place: number, columns: readonly Column<Row>[]) {
  const content = column.show(row, place);
  if (!column.isHead) return <td class={classOf(column)}>{content}</td>;
  const lines = columns.map(({ line }) => line?.(row) ?? null).filter((line) => line !== null);
  return (
    <th scope="row" class={column.class}>
      {content}
      {lines.length > 0 && <small class="on-phone">{lines.flatMap((line, i) => [i > 0 ? ', ' : '', line])}</small>}
    </th>
  );
}

function classOf<Row>({ line, class: name = '' }: Column<Row>): string | undefined {
  return `${name}${line ? ' on-wide' : ''}`.trim() || undefined;
}

/** A container that scrolls wide content. It can be scrolled with the keyboard, so it needs a label. */
export function Scroller({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <section class="scroller" aria-label={`Table: ${label}`} tabIndex={0}>
      {children}
    </section>
  );
}

/** A {@link Table} that may be wider than the screen. */
export function DataTable<Row>({ label, ...table }: TableProps<Row> & { label: string }) {
  return (
    <Scroller label={label}>
      <Table {...table} />
    </Scroller>
  );
}

interface SortedTableProps<Row, Key extends string> extends TableProps<Row> {
  label: string;
  columns: readonly SortableColumn<Row, Key>[];
  /** The column by which the list is sorted. It stays visible on phones. */
  sorted: Key;
  /** Returns the path of the list by a column; undefined if the page cannot sort by the column. */
  pathOf: (key: Key) => string | undefined;
  /** The parameter of the order, for a select on phones. Omitted if the page has a select for the order. */
  param?: string;
}

/** A {@link DataTable} with headings that sort. */
export function SortedTable<Row, Key extends string>({
  columns,
  sorted,
  pathOf,
  param,
  ...table
}: SortedTableProps<Row, Key>) {
  const shown = columns.map(({ key, line, ...column }) => {
    if (key === sorted) return { ...column, sort: {} };
    const to = key && pathOf(key);
    return { ...column, ...(line ? { line } : {}), ...(to ? { sort: { to } } : {}) };
  });
  return (
    <>
      {param === undefined ? null : (
        <ListForm path={pathOf(sorted) ?? ''} selects={[sortSelect(columns, sorted, param)]} onPhonesOnly />
      )}
      <DataTable columns={shown} {...table} />
    </>
  );
}

/** The order of a list in a form. */
export function sortSelect<Row, Key extends string>(
  columns: readonly SortableColumn<Row, Key>[],
  chosen: Key,
  name = 'sort',
): SelectProps {
  const options = columns.flatMap(({ key, name: order, heading }) =>
    key ? [[key, order ?? (typeof heading === 'string' ? heading : key)] as const] : [],
  );
  return { name, label: 'Order by', chosen, options };
}
