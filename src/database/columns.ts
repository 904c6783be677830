import { Prisma } from '../generated/prisma/client.js';
import { countWork } from './reads/work.js';

/** Rows as one array per column, because many small rows are slow to read. */
export type Columns<Row> = { [Column in keyof Row]: Row[Column][] };

/**
 * SQL that aggregates the rows of a table to {@link Columns} in an order. Columns in `json` are JSON arrays: they parse
 * faster if texts contain spaces, and can contain lists.
 */
export function aggregateColumns(
  table: string,
  names: { arrays: string[]; json?: string[] },
  order: string,
): Prisma.Sql {
  const select = (aggregate: string, empty: string) => (name: string) =>
    `COALESCE(${aggregate}(${table}.${name} ORDER BY ${order}), '${empty}') AS ${name}`;
  const columns = [...names.arrays.map(select('array_agg', '{}')), ...(names.json ?? []).map(select('json_agg', '[]'))];
  return Prisma.raw(columns.join(', '));
}

export function toRows<Row>(columns: Columns<Row>): Row[] {
  const entries = Object.entries<unknown[]>(columns);
  const length = entries[0]?.[1].length ?? 0;
  countWork('row', length);
  return Array.from({ length }, (_, i) => Object.fromEntries(entries.map(([name, of]) => [name, of[i]])) as Row);
}
