import type { Client } from 'pg';
import { foldName } from '../../config/platforms.js';
import { findDatabaseTime } from '../../database/reads/database-time.js';
import { encodeId } from '../../database/platforms/platform-ids.js';
import { BadDataError } from '../../logging/error-message.js';
import { OwnerIds, RemovedRows, removeOwned } from '../../ingest/records/remove-owned.js';
import { changeTime } from '../../ingest/steps/note-changed-events.js';
import { forgetListTotals } from '../prune/prune-totals.js';
import { refreshEventViewers } from '../refresh/refresh-event-viewers.js';
import { lockRefreshes } from '../refresh/lock-refreshes.js';
import { replaceBoards } from '../refresh/refresh-leaderboard.js';
import { withoutImports } from '../without-imports.js';

/**
 * Removes a streamer, given by login or ID, with all their data, and replaces the board with one without them, in one
 * transaction. Keeps their IDs, so that no import brings the data back. Returns the ID of the streamer, and the tables
 * that lost rows. Throws a BadDataError if the streamer is unknown.
 * Writes forgotten_ids, watched_names, watched_channels, webhook_deliveries, webhook_names, sweep_totals, totals, total_days, events, import_changes, the tables of {@link removeOwned}, the boards.
 */
export async function forgetStreamer(
  client: Client,
  name: string,
  log: (line: string) => void = () => {},
): Promise<{ id: string; removed: RemovedRows[] }> {
  return withoutImports(client, log, async () => {
    const id = await findStreamer(client, name);
    const ids = await collectIds(client, id);
    await keepIds(client, id, ids);
    await leaveEvents(client, ids.streams);
    const totals = { table: 'totals', rows: await forgetListTotals(client, id) };
    const removed = [totals, ...(await removeRows(client, id)), ...(await removeOwned(client, ids))];
    // A refresh that began before would store its rows again.
    await lockRefreshes(client, log);
    await leaveBoards(client, id);
    await replaceBoards(client, await findDatabaseTime(client));
    await refreshEventViewers(client);
    return { id, removed: removed.filter(({ rows }) => rows > 0) };
  });
}

/** Digits, also after `kick:`, are the ID of a channel if a channel has that ID, and otherwise a login. */
async function findStreamer(client: Client, name: string): Promise<string> {
  const number = encodeId(name) ?? name;
  const { rows } = await client.query<{ id: string }>(
    `SELECT s.id FROM streamers s WHERE s.id::text = $1 OR s.login = $2 ORDER BY s.id::text = $1 DESC LIMIT 1`,
    [number, foldName(name, 'logins')],
  );
  if (rows[0]) return rows[0].id;
  const { rowCount } = await client.query(
    `SELECT FROM forgotten_ids f WHERE f.kind = 'streamers' AND f.id::text = $1`,
    [number],
  );
  throw new BadDataError(rowCount ? `${name} is already forgotten.` : `Streamer ${name} does not exist.`);
}

/** Collects the events that the streamer owns, and the collaboration sessions without other participants. */
async function collectIds(client: Client, id: string): Promise<OwnerIds> {
  const { rows } = await client.query<OwnerIds>(
    `SELECT ARRAY[$1::text] AS streamers,
      ARRAY(SELECT s.id::text FROM streams s WHERE s.streamer_id = $1::bigint) AS streams,
      ARRAY(SELECT e.id::text FROM events e WHERE e.user_id = $1::bigint) AS events,
      ARRAY(
        SELECT DISTINCT l.session_id::text
        FROM streams s
        JOIN colab_session_streams l ON l.stream_id = s.id
        WHERE s.streamer_id = $1::bigint AND NOT EXISTS (
          SELECT FROM colab_session_streams o
          JOIN streams w ON w.id = o.stream_id
          WHERE o.session_id = l.session_id AND w.streamer_id <> $1::bigint
        )
      ) AS colab_sessions`,
    [id],
  );
  return rows[0] as OwnerIds;
}

async function keepIds(client: Client, id: string, ids: OwnerIds): Promise<void> {
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
async function leaveEvents(client: Client, streams: readonly string[]): Promise<void> {
  await client.query(
    `UPDATE events e
    SET figures_due = TRUE, changed_at = ${changeTime},
      host_stream_id = CASE WHEN e.host_stream_id <> ALL ($1) THEN e.host_stream_id END
    WHERE e.host_stream_id = ANY ($1) OR e.id IN (SELECT l.event_id FROM event_streams l WHERE l.stream_id = ANY ($1))`,
    [streams],
  );
  await client.query(
    `UPDATE import_changes c SET before = c.before || '{"host_stream_id": null}'
    WHERE c.table_name = 'events' AND c.before ->> 'host_stream_id' = ANY ($1)`,
    [streams],
  );
}

/** Other boards are replaced. */
async function leaveBoards(client: Client, id: string): Promise<void> {
  for (const table of ['board_entries', 'previous_positions', 'game_streamers']) {
    await client.query(`DELETE FROM ${table} e WHERE e.streamer_id = $1`, [id]);
  }
}

/** Collectors look up a forgotten name of a list again. Messages of webhooks contain data of the streamer. */
async function removeRows(client: Client, id: string): Promise<RemovedRows[]> {
  const remove = async (table: string, sql: string) => ({ table, rows: (await client.query(sql, [id])).rowCount ?? 0 });
  const names = `
    DELETE FROM watched_names t
    USING watched_channels w
    WHERE w.streamer_id = $1 AND t.platform = w.platform AND t.external_id = w.external_id`;
  return [
    await remove('watched_names', names),
    await remove('watched_channels', 'DELETE FROM watched_channels t WHERE t.streamer_id = $1'),
    await remove('webhook_deliveries', deleteMessagesSql),
    await remove('webhook_names', 'DELETE FROM webhook_names t WHERE t.streamer_id = $1'),
  ];
}

/** The next refresh writes a report that waits again. Of a finished one, the row stays, so that it is not sent again. */
const deleteMessagesSql = `
  WITH emptied AS (
    UPDATE webhook_deliveries t SET body = NULL, streamer_ids = NULL
    WHERE $1 = ANY (t.streamer_ids) AND t.finished_at IS NOT NULL
    RETURNING 1
  ), deleted AS (
    DELETE FROM webhook_deliveries t
    WHERE t.streamer_id = $1 OR ($1 = ANY (t.streamer_ids) AND t.finished_at IS NULL)
    RETURNING 1
  )
  SELECT FROM emptied UNION ALL SELECT FROM deleted`;
