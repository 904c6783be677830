import type { Client } from 'pg';
import { OwnerKind } from '../kinds/kind.js';
import { markMonths } from '../steps/mark-months.js';
import { unpackStreams } from '../steps/unpack-streams.js';
import { recordRemoval } from './data-summary.js';
import { RecordedTable, recordedTables } from './recorded-tables.js';

export type OwnerIds = Record<OwnerKind, readonly string[]>;

/** A table and the number of rows removed from it. */
export interface RemovedRows {
  table: string;
  rows: number;
}

/** Rows of streams and events that do not belong to an import. */
const unrecorded = [
  { table: 'pruned_samples', column: 'stream_id', kind: 'streams' },
  { table: 'pruned_event_samples', column: 'event_id', kind: 'events' },
  { table: 'chat_chatters', column: 'stream_id', kind: 'streams' },
  { table: 'chat_counts', column: 'stream_id', kind: 'streams' },
  { table: 'chat_gaps', column: 'stream_id', kind: 'streams' },
  { table: 'chat_intervals', column: 'stream_id', kind: 'streams' },
  { table: 'webhook_changes', column: 'stream_id', kind: 'streams' },
] as const;

/**
 * Removes rows with all rows that belong to them, inside a transaction of the caller that keeps imports out. Returns the
 * tables that had any. Also removes their import records, and subtracts the rows from the status. With `before`, all
 * rows are older than that moment.
 * Writes the tables of the kinds, live_streams, packed_samples, pruned_samples, pruned_event_samples, chat_chatters,
 * chat_counts, chat_gaps, chat_intervals, webhook_changes, import_changes, import_rows, data_summary, due_months.
 */
export async function removeOwned(client: Client, ids: OwnerIds, before?: Date): Promise<RemovedRows[]> {
  await unpackStreams(client, 'SELECT unnest($1::bigint[])', [ids.streams]);
  await client.query(markMonths('SELECT s.started_at AS at FROM streams s WHERE s.id = ANY ($1)'), [ids.streams]);
  const removed: RemovedRows[] = [];
  for (const { table, column, kind } of unrecorded) {
    const { rowCount } = await client.query(`DELETE FROM ${table} t WHERE t.${column} = ANY ($1)`, [ids[kind]]);
    removed.push({ table, rows: rowCount ?? 0 });
  }
  for (const table of recordedTables.toReversed()) {
    removed.push({ table: table.name, rows: await removeRecorded(client, table, ids, before) });
  }
  return removed.filter(({ rows }) => rows > 0);
}

/** Removes rows and their import records. Reduces the counts of these imports by the removed rows. */
async function removeRecorded(client: Client, table: RecordedTable, ids: OwnerIds, before?: Date): Promise<number> {
  const itself = table.name in ids ? [{ name: 'id', refersTo: table.name as OwnerKind }] : [];
  const references = [...itself, ...table.references.filter(({ isNotOwner }) => !isNotOwner)];
  const owners = references.filter(({ refersTo }) => ids[refersTo].length > 0);
  if (owners.length === 0) return 0;
  const values = owners.map(({ refersTo }) => ids[refersTo]);
  const own = owners.map(({ name }, index) => `t.${name} = ANY ($${index + 1}::bigint[])`).join(' OR ');
  const kept = owners.map(({ name }, index) => `(c.before ->> '${name}')::bigint = ANY ($${index + 1}::bigint[])`);
  const remove = `DELETE FROM ${table.name} t WHERE ${own} RETURNING t.import_id`;
  const removeKept = `
    DELETE FROM import_changes c WHERE c.table_name = '${table.name}' AND (${kept.join(' OR ')})
    RETURNING (c.before ->> 'import_id')::int AS import_id`;
  await client.query(countOff(table, removeKept), values);
  const { rows } = await client.query<{ count: string }>(countOff(table, remove), values);
  const count = Number(rows[0]?.count);
  if (count > 0) await recordRemoval(client, table, count, before);
  return count;
}

function countOff({ name }: RecordedTable, remove: string): string {
  return `
    WITH gone AS (${remove}), counted AS (
      UPDATE import_rows r SET row_count = r.row_count - g.count
      FROM (SELECT g.import_id, count(*) AS count FROM gone g GROUP BY g.import_id) g
      WHERE r.import_id = g.import_id AND r.table_name = '${name}'
    )
    SELECT count(*) FROM gone`;
}
