import type { Client } from 'pg';
import { windowEndingAt } from '../../figures/windows.js';
import { BadDataError } from '../../logging/error-message.js';
import { recordRemoval } from '../../ingest/records/data-summary.js';
import { lockImports } from '../../ingest/import-lock.js';
import { findKind } from '../../ingest/kinds/kinds.js';
import { OwnerKind, RecordedTable, recordedTables } from '../../ingest/records/recorded-tables.js';
import { inTransaction } from '../../database/in-transaction.js';
import { unpackStreams } from '../../ingest/steps/unpack-streams.js';
import { refreshEventViewers } from '../refresh/refresh-event-viewers.js';
import { lockRefreshes, replaceBoard } from '../refresh/refresh-leaderboard.js';

export class UnknownStreamerError extends BadDataError {}

export interface Forgotten {
  id: string;
  /** Number of rows removed from each table; tables without any are left out. */
  removed: { table: string; rows: number }[];
}

type Ids = Record<OwnerKind | 'colab_sessions', string[]>;

/**
 * Removes a streamer, given by login or ID, with all their data, and replaces the board with one without them, in one
 * transaction. Keeps their IDs, so that no import brings the data back. Throws an UnknownStreamerError.
 */
export async function forgetStreamer(
  client: Client,
  name: string,
  log: (line: string) => void = () => {},
): Promise<Forgotten> {
  return inTransaction(client, async () => {
    await lockImports(client, log);
    const id = await findStreamer(client, name);
    const ids = await collectIds(client, id);
    await keepIds(client, id, ids);
    await leaveEvents(client, ids.streams);
    await unpackStreams(client, 'SELECT unnest($1::bigint[])', [ids.streams]);
    const removed = await removeUnrecorded(client, ids);
    for (const table of recordedTables.toReversed()) {
      const rows = await removeRows(client, table, ids);
      if (rows > 0) removed.push({ table: table.name, rows });
    }
    await lockRefreshes(client, log);
    await replaceBoard(client, windowEndingAt(new Date()));
    await refreshEventViewers(client);
    return { id, removed };
  });
}

/** Digits are the ID of a channel if a channel has that ID, and otherwise a login. */
async function findStreamer(client: Client, name: string): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT s.id FROM streamers s WHERE s.id::text = $1 OR s.login = lower($1) ORDER BY s.id::text = $1 DESC LIMIT 1`,
    [name],
  );
  if (rows[0]) return rows[0].id;
  const { rowCount } = await client.query(
    `SELECT FROM forgotten_ids f WHERE f.kind = 'streamers' AND f.id::text = $1`,
    [name],
  );
  throw new UnknownStreamerError(rowCount ? `${name} is already forgotten.` : `Streamer ${name} does not exist.`);
}

/** Collects the events that the streamer owns, and the collaboration sessions without other participants. */
async function collectIds(client: Client, id: string): Promise<Ids> {
  const list = async (sql: string, value: unknown) => {
    const { rows } = await client.query<{ id: string }>(sql, [value]);
    return rows.map((row) => row.id);
  };
  const streams = await list('SELECT s.id FROM streams s WHERE s.streamer_id = $1', id);
  const sessions = `
    SELECT l.session_id AS id FROM colab_session_streams l
    WHERE l.session_id IN (SELECT o.session_id FROM colab_session_streams o WHERE o.stream_id = ANY ($1))
    GROUP BY l.session_id
    HAVING bool_and(l.stream_id = ANY ($1))`;
  return {
    streamers: [id],
    streams,
    events: await list('SELECT e.id FROM events e WHERE e.user_id = $1', id),
    colab_sessions: await list(sessions, streams),
  };
}

async function keepIds(client: Client, id: string, ids: Ids): Promise<void> {
  for (const kind of ['streamers', 'streams', 'events'] as const) {
    await client.query(
      `INSERT INTO forgotten_ids (kind, id, streamer_id, forgotten_at)
      SELECT $1, i.id, $2, now() FROM unnest($3::bigint[]) i(id)
      ON CONFLICT DO NOTHING`,
      [kind, id, ids[kind]],
    );
  }
}

/** Events of others stay, without the streams. */
async function leaveEvents(client: Client, streams: string[]): Promise<void> {
  await client.query(
    `UPDATE events e SET figures_due = TRUE
    FROM event_streams l
    WHERE l.event_id = e.id AND l.stream_id = ANY ($1)`,
    [streams],
  );
  await client.query('UPDATE events e SET host_stream_id = NULL WHERE e.host_stream_id = ANY ($1)', [streams]);
  await client.query(
    `UPDATE import_changes c SET before = c.before || '{"host_stream_id": null}'
    WHERE c.table_name = 'events' AND c.before ->> 'host_stream_id' = ANY ($1)`,
    [streams],
  );
}

/**
 * Rows that do not belong to an import: sums of pruned samples, and the collector's state. Collectors look up a
 * forgotten name of a list again.
 */
const unrecorded = [
  { table: 'pruned_samples', kind: 'streams', condition: 't.stream_id = ANY ($1)' },
  { table: 'pruned_event_samples', kind: 'events', condition: 't.event_id = ANY ($1)' },
  { table: 'chat_chatters', kind: 'streams', condition: 't.stream_id = ANY ($1)' },
  { table: 'chat_counts', kind: 'streams', condition: 't.stream_id = ANY ($1)' },
  { table: 'chat_gaps', kind: 'streams', condition: 't.stream_id = ANY ($1)' },
  {
    table: 'watched_names',
    kind: 'streamers',
    condition: `(t.platform, t.external_id) IN (
      SELECT w.platform, w.external_id FROM watched_channels w WHERE w.streamer_id = ANY ($1)
    )`,
  },
  { table: 'watched_channels', kind: 'streamers', condition: 't.streamer_id = ANY ($1)' },
] as const;

async function removeUnrecorded(client: Client, ids: Ids): Promise<Forgotten['removed']> {
  const removed: Forgotten['removed'] = [];
  for (const { table, kind, condition } of unrecorded) {
    const { rowCount } = await client.query(`DELETE FROM ${table} t WHERE ${condition}`, [ids[kind]]);
    if (rowCount) removed.push({ table, rows: rowCount });
  }
  return removed;
}

/** Removes rows and their import records. Reduces the counts of these imports by the removed rows. */
async function removeRows(client: Client, table: RecordedTable, ids: Ids): Promise<number> {
  const named = table.name in ids ? [{ column: 'id', kind: table.name as keyof Ids }] : [];
  const owners = [...named, ...table.owners];
  if (owners.length === 0) return 0;
  const values = owners.map(({ kind }) => ids[kind]);
  const own = owners.map(({ column }, index) => `t.${column} = ANY ($${index + 1}::bigint[])`).join(' OR ');
  const kept = owners.map(({ column }, index) => `(c.before ->> '${column}')::bigint = ANY ($${index + 1}::bigint[])`);
  const remove = `DELETE FROM ${table.name} t WHERE ${own} RETURNING t.import_id`;
  const removeKept = `
    DELETE FROM import_changes c WHERE c.table_name = '${table.name}' AND (${kept.join(' OR ')})
    RETURNING (c.before ->> 'import_id')::int AS import_id`;
  await client.query(countOff(table, removeKept), values);
  const { rows } = await client.query<{ count: string }>(countOff(table, remove), values);
  const count = Number(rows[0]?.count);
  const kind = findKind(table.name);
  if (kind && count > 0) await recordRemoval(client, kind, count);
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
