import type { ComponentChildren } from 'preact';
import { fullNumber } from '../../../charts/labels/number-labels.js';
import { Moment } from '../moments.js';
import { Column, Table } from './table.js';

interface Row {
  at: number;
  /** Numbers, or texts in place of numbers. Null is an empty cell. */
  values: readonly (number | string | null)[];
}

/** The table of a graph over time. `names` are the headings of the columns after the time. */
export function MomentsTable({ names, rows }: { names: readonly ComponentChildren[]; rows: readonly Row[] }) {
  const columns: readonly Column<Row>[] = [
    { heading: 'Time', class: 'nowrap', show: ({ at }) => <Moment at={new Date(at).toISOString()} /> },
    ...names.map((heading, i) => ({
      heading,
      class: 'num',
      show: ({ values }: Row) => {
        const value = values[i] ?? null;
        return typeof value === 'number' ? fullNumber(value) : value;
      },
    })),
  ];
  return <Table columns={columns} rows={rows} />;
}
