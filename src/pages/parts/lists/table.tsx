import type { ComponentChildren } from 'preact';
import { roundedQuotient, shortNumber } from '../../../charts/labels/number-labels.js';
import { Link } from '../names/link.js';
import { Count, Hours } from '../numbers.js';
import { Scroller } from './scroller.js';

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
  /** Writes the value for the second line of a row on phones, where the column is hidden. Null is left out. */
  line?: (row: Row) => string | null;
}

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
          {columns.map((column, i) => (
            <Heading key={i} column={column} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, place) => (
          <tr key={place} id={idOf?.(row)}>
            {columns.map((column, i) => cellOf(column, row, place, i, columns))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Heading<Row>({ column }: { column: Column<Row> }) {
  const { heading, sort } = column;
  const isSorted = sort !== undefined && sort.to === undefined;
  return (
    <th scope="col" class={classOf(column, column.class)} aria-sort={isSorted ? 'descending' : undefined}>
      {sort?.to === undefined ? heading : <Link to={sort.to}>{heading}</Link>}
      {isSorted ? <span aria-hidden="true">{'\u00a0▼'}</span> : null}
    </th>
  );
}

function cellOf<Row>(column: Column<Row>, row: Row, place: number, key: number, columns: readonly Column<Row>[]) {
  const content = column.show(row, place);
  if (!column.isHead)
    return (
      <td class={classOf(column, column.class)} key={key}>
        {content}
      </td>
    );
  const lines = columns.flatMap(({ line }) => line?.(row) ?? []);
  return (
    <th scope="row" class={column.class} key={key}>
      {content}
      {lines.length === 0 ? null : <small class="on-phone">{lines.join(', ')}</small>}
    </th>
  );
}

function classOf<Row>({ line }: Column<Row>, name = ''): string | undefined {
  return `${name}${line ? ' on-wide' : ''}`.trim() || undefined;
}

interface DataTableProps<Row> extends TableProps<Row> {
  label: string;
  /** On phones, shows links above the table that sort by the hidden columns. */
  sortLinks?: boolean;
}

/** A {@link Table} that may be wider than the screen. */
export function DataTable<Row>({ label, sortLinks = false, ...table }: DataTableProps<Row>) {
  const hidden = table.columns.filter(({ line, sort }) => line && sort?.to !== undefined);
  return (
    <>
      {!sortLinks || hidden.length === 0 ? null : (
        <p class="on-phone sorts">
          Sort by {hidden.map(({ heading, sort }, i) => [i > 0 && ', ', <Link to={sort?.to ?? ''}>{heading}</Link>])}
        </p>
      )}
      <Scroller label={label}>
        <Table {...table} />
      </Scroller>
    </>
  );
}

/** Writes a number for the second line of a row on phones, such as `peak 13.7k`; an empty text only hides the column. */
type WriteLine = (number: string) => string;

function lineOf<Row>(write: WriteLine | undefined, of: (row: Row) => number | null): Pick<Column<Row>, 'line'> {
  if (write === undefined) return {};
  return {
    line: (row) => {
      const value = of(row);
      return value === null ? null : write(shortNumber(value)) || null;
    },
  };
}

/**
 * Returns the columns with links that sort the list. `pathOf` returns the path of the list by a key. The sorted column
 * stays visible on phones.
 */
export function sortable<Row, Key extends string>(
  columns: readonly (Column<Row> & { key?: Key })[],
  sorted: Key,
  pathOf: (key: Key) => string | undefined,
): Column<Row>[] {
  return columns.map(({ key, line, ...column }) => {
    if (key === sorted) return { ...column, sort: {} };
    const to = key && pathOf(key);
    return { ...column, ...(line ? { line } : {}), ...(to ? { sort: { to } } : {}) };
  });
}

/** Returns a column of counts. With `write`, it moves to the second line on phones. */
export function counts<Row>(heading: string, of: (row: Row) => number | null, write?: WriteLine): Column<Row> {
  return { heading, class: 'num count', show: (row) => <Count value={of(row)} />, ...lineOf(write, of) };
}

/** Returns a column of hours. With `write`, it moves to the second line on phones. */
export function hours<Row>(heading: string, of: (row: Row) => number | null, write?: WriteLine): Column<Row> {
  const wholeHours = (row: Row) => {
    const minutes = of(row);
    return minutes === null ? null : roundedQuotient(minutes, 60);
  };
  return { heading, class: 'num count', show: (row) => <Hours minutes={of(row)} />, ...lineOf(write, wholeHours) };
}
