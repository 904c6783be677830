import type { ComponentChildren } from 'preact';
import { Bar } from './bar.js';
import { Count, Hours } from './numbers.js';
import { Scroller } from './scroller.js';

/** A column of a table. */
export interface Column<Row> {
  heading: ComponentChildren;
  show: (row: Row, place: number) => ComponentChildren;
  /** The CSS class of the cells. Classes of numbers start with `num`, which also aligns the heading. */
  class?: string;
  /** Whether the cells are row headers. */
  isHead?: boolean;
}

interface TableProps<Row> {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
}

/** A table with one row per item. */
export function Table<Row>({ columns, rows }: TableProps<Row>) {
  return (
    <table>
      <thead>
        <tr>
          {columns.map((column, i) => (
            <th scope="col" class={column.class?.startsWith('num') ? 'num' : undefined} key={i}>
              {column.heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, place) => (
          <tr key={place}>{columns.map((column, i) => cellOf(column, row, place, i))}</tr>
        ))}
      </tbody>
    </table>
  );
}

function cellOf<Row>(column: Column<Row>, row: Row, place: number, key: number) {
  const content = column.show(row, place);
  if (!column.isHead)
    return (
      <td class={column.class} key={key}>
        {content}
      </td>
    );
  return (
    <th scope="row" class={column.class} key={key}>
      {content}
    </th>
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

/** Returns a column of counts. */
export function counts<Row>(heading: string, of: (row: Row) => number | null): Column<Row> {
  return { heading, class: 'num', show: (row) => <Count value={of(row)} /> };
}

/** Returns a column of hours. */
export function hours<Row>(heading: string, of: (row: Row) => number | null): Column<Row> {
  return { heading, class: 'num', show: (row) => <Hours minutes={of(row)} /> };
}

/** Returns a column of hours with a bar behind each value. */
export function barredHours<Row>(heading: string, largest: number, of: (row: Row) => number): Column<Row> {
  const show = (row: Row) => (
    <>
      <Bar value={of(row)} largest={largest} />
      <Hours minutes={of(row)} />
    </>
  );
  return { heading, class: 'num sorted', show };
}
