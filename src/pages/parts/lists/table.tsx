import type { ComponentChildren } from 'preact';
import { Link } from '../names/link.js';
import { Column } from './column.js';

interface TableProps<Row, Key extends string> {
  columns: readonly Column<Row, Key>[];
  rows: readonly Row[];
  /** Returns the name of the group of a row. The rows of a group follow each other. */
  groupOf?: ((row: Row) => string) | undefined;
  /** Returns the ID of a row, for links to it. */
  idOf?: ((row: Row) => string) | undefined;
  /** The order of the list. Its column stays visible on phones. */
  sorted?: Key | undefined;
  /** Returns the path of the list in an order, highest first; undefined if the list does not have the order. */
  pathOf?: ((order: Key) => string | undefined) | undefined;
}

interface ShownColumn<Row> extends Column<Row, string> {
  show: (row: Row) => ComponentChildren;
}

/** A table with one row per item. */
export function Table<Row, Key extends string>(props: TableProps<Row, Key>) {
  const { columns, rows, groupOf, idOf, sorted, pathOf } = props;
  const shown = columns.filter((column): column is typeof column & ShownColumn<Row> => column.show !== null);
  return (
    <table>
      <thead>
        <tr>
          {shown.map((column) => {
            const { key, name, heading = name } = column;
            const isSorted = key !== undefined && key === sorted;
            const to = key === undefined || isSorted ? undefined : pathOf?.(key);
            return (
              <th scope="col" class={classOf(column, sorted)} aria-sort={isSorted ? 'descending' : undefined}>
                {to === undefined ? heading : <Link to={to}>{heading}</Link>}
                {isSorted ? <span aria-hidden="true">{'\u00a0▼'}</span> : null}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>
        {rows.flatMap((row, i) => [
          groupOf && (i === 0 || groupOf(row) !== groupOf(rows[i - 1] as Row)) && (
            <tr>
              <th scope="rowgroup" class="group" colSpan={shown.length}>
                {groupOf(row)}
              </th>
            </tr>
          ),
          <tr id={idOf?.(row)}>
            {shown.map((column) =>
              column.isHead ? (
                <th scope="row" class={column.class}>
                  {column.show(row)}
                  <SecondLine texts={shown.map((one) => lineOf(one, row, sorted))} />
                </th>
              ) : (
                <td class={classOf(column, sorted)}>{column.show(row)}</td>
              ),
            )}
          </tr>,
        ])}
      </tbody>
    </table>
  );
}

function SecondLine({ texts }: { texts: readonly ComponentChildren[] }) {
  const shown = texts.filter((one) => one !== null && one !== false);
  return shown.length === 0 ? null : (
    <small class="on-phone">{shown.flatMap((one, i) => [i > 0 ? ', ' : '', one])}</small>
  );
}

function lineOf<Row>({ key, line, show }: ShownColumn<Row>, row: Row, sorted?: string): ComponentChildren {
  if (line === undefined || (key !== undefined && key === sorted)) return null;
  return line === true ? show(row) : line(row);
}

function classOf<Row>({ key, line, class: name = '' }: ShownColumn<Row>, sorted?: string): string | undefined {
  const isHidden = line !== undefined && (key === undefined || key !== sorted);
  return `${name}${isHidden ? ' on-wide' : ''}`.trim() || undefined;
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
export function DataTable<Row, Key extends string>({ label, ...table }: TableProps<Row, Key> & { label: string }) {
  return (
    <Scroller label={label}>
      <Table {...table} />
    </Scroller>
  );
}

/** The numbers below a chart, with all digits. */
export function NumbersTable<Row, Key extends string>({ columns, rows }: TableProps<Row, Key>) {
  return (
    <Table
      columns={columns.map((column) => ({ ...column, show: column.show && (column.number ?? column.show) }))}
      rows={rows}
    />
  );
}

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
