import type { Client } from 'pg';
import { Kind } from '../kinds/kind.js';
import { sameKey } from '../records/recorded-tables.js';
import { changedEvents, qualifyColumns, staged } from '../session.js';

/*
 * Calendars show when an event was last changed: its row, its markers, its streams, or the channel or login of a stream.
 * Figures do not count. The notes run before the rows change.
 */

/** SQL for the time of a change of an event `e`. Calendars have whole seconds, so no two changes are in the same second. */
export const changeTime = `greatest(now(), date_trunc('second', e.changed_at) + interval '1 second')`;

/** Returns a step that notes the events of queries of their IDs. */
const createNote = (...queries: readonly string[]) => {
  const sql = `INSERT INTO ${changedEvents} (event_id)\n  ${queries.join('\n  UNION ALL')}`;
  return async (client: Client, values?: unknown[]) => void (await client.query(sql, values));
};

/**
 * SQL of the events of a query of streams. Few streams change. Without OFFSET 0, here and in {@link streamsOf}, PostgreSQL would read
 * a whole index (merge join).
 */
const eventsOf = (streams: string) => `
  SELECT l.event_id
  FROM (${streams}) v
  CROSS JOIN LATERAL (SELECT q.event_id FROM event_streams q WHERE q.stream_id = v.id OFFSET 0) l`;

/** SQL of the streams of a query of streamers. */
const streamsOf = (streamers: string) => `
  SELECT s.id
  FROM (${streamers}) u
  CROSS JOIN LATERAL (SELECT q.id FROM streams q WHERE q.streamer_id = u.id OFFSET 0) s`;

/** Returns a step that notes the events, also the former ones, whose staged rows of a kind differ from the stored rows. */
export function noteStagedEvents({ name, key, columns }: Kind, event: string) {
  const names = columns.map((column) => column.name);
  return createNote(`
    SELECT unnest(ARRAY[s.${event}, t.${event}])
    FROM ${staged(name)} s
    LEFT JOIN ${name} t ON ${sameKey({ key }, 't', 's')}
    WHERE ROW(${qualifyColumns('t', names)}) IS DISTINCT FROM ROW(${qualifyColumns('s', names)})`);
}

const renamed = `
  SELECT t.id FROM ${staged('streamers')} s JOIN streamers t ON t.id = s.id WHERE t.login IS DISTINCT FROM s.login
  UNION ALL
  SELECT t.id FROM ${staged('streamers')} s JOIN streamers t ON t.login = s.login WHERE t.id <> s.id`;

/** Notes the events of streamers who get or lose a login. */
export const noteRenamedStreamers = createNote(eventsOf(streamsOf(renamed)));

/** Notes the events of streams that get another channel. */
export const noteMovedStreams = createNote(
  eventsOf(
    `SELECT t.id FROM ${staged('streams')} s JOIN streams t ON t.id = s.id WHERE t.streamer_id <> s.streamer_id`,
  ),
);

/** SQL of the changed rows of an import that have another value in a column. */
const changedRows = (table: string, column: string) => `
  SELECT t.id
  FROM import_changes c
  JOIN ${table} t ON t.id = (c.before ->> 'id')::bigint
  WHERE c.import_id = $1 AND c.table_name = '${table}' AND t.${column}::text IS DISTINCT FROM c.before ->> '${column}'`;

/** Notes the events that the undo of an import changes. */
export const noteUndoneEvents = createNote(
  ' SELECT e.id FROM events e WHERE e.import_id = $1',
  ' SELECT l.event_id FROM event_streams l WHERE l.import_id = $1',
  ' SELECT m.event_id FROM event_markers m WHERE m.import_id = $1',
  ` SELECT (c.before ->> 'event_id')::bigint FROM import_changes c
  WHERE c.import_id = $1 AND c.table_name IN ('event_streams', 'event_markers')`,
  eventsOf(streamsOf(changedRows('streamers', 'login'))),
  eventsOf(changedRows('streams', 'streamer_id')),
);

/** Stores the time of the change of each noted event. */
export async function storeEventChanges(client: Client): Promise<void> {
  await client.query(`
  UPDATE events e SET changed_at = ${changeTime} WHERE e.id IN (SELECT c.event_id FROM ${changedEvents} c)`);
}
