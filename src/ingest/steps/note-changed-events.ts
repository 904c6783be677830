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

/**
 * Stores the time of the change of each noted event.
 */
export async function storeEventChanges(client: Client): Promise<void> {
  await client.query(`
    UPDATE events e SET changed_at = ${changeTime} WHERE e.id IN (SELECT c.event_id FROM ${changedEvents} c)`);
}

/**
 * Returns a step that notes the events, also the former ones, whose staged rows of a kind differ from the stored rows.
 */
export function noteStagedEvents({ name, key, columns }: Kind, event: string) {
  const names = columns.map((column) => column.name);
  const note = `
    INSERT INTO ${changedEvents} (event_id)
    SELECT unnest(ARRAY[s.${event}, t.${event}])
    FROM ${staged(name)} s
    LEFT JOIN ${name} t ON ${sameKey({ key }, 't', 's')}
    WHERE ROW(${qualifyColumns('t', names)}) IS DISTINCT FROM ROW(${qualifyColumns('s', names)})`;
  return async (client: Client): Promise<void> => {
    await client.query(note);
  };
}

/** SQL that notes the events of a query of `stream_id`. Few streams move, so each is looked up, for any table size. */
const noteEventsOf = (streams: string) => `
  INSERT INTO ${changedEvents} (event_id)
  SELECT l.event_id
  FROM (${streams}) v
  CROSS JOIN LATERAL (SELECT q.event_id FROM event_streams q WHERE q.stream_id = v.stream_id OFFSET 0) l`;

/** SQL of the streams of a query of `streamer_id`. */
const streamsOf = (streamers: string) => `
  SELECT s.stream_id
  FROM (${streamers}) u
  CROSS JOIN LATERAL (SELECT q.id AS stream_id FROM streams q WHERE q.streamer_id = u.streamer_id OFFSET 0) s`;

/**
 * Notes the events of streamers who get or lose a login.
 */
export async function noteRenamedStreamers(client: Client): Promise<void> {
  await client.query(noteEventsOf(streamsOf(renamed)));
}

const renamed = `
  SELECT t.id AS streamer_id
  FROM ${staged('streamers')} s JOIN streamers t ON t.id = s.id
  WHERE t.login IS DISTINCT FROM s.login
  UNION ALL
  SELECT t.id
  FROM ${staged('streamers')} s JOIN streamers t ON t.login = s.login
  WHERE t.id <> s.id`;

/**
 * Notes the events of streams that get another channel.
 */
export async function noteMovedStreams(client: Client): Promise<void> {
  await client.query(
    noteEventsOf(`
      SELECT s.id AS stream_id
      FROM ${staged('streams')} s JOIN streams t ON t.id = s.id
      WHERE t.streamer_id <> s.streamer_id`),
  );
}

/**
 * Notes the events that the undo of an import changes.
 */
export async function noteUndoneEvents(client: Client, id: number): Promise<void> {
  for (const note of undone) await client.query(note, [id]);
}

const undone = [
  `INSERT INTO ${changedEvents} (event_id)
  SELECT e.id FROM events e WHERE e.import_id = $1
  UNION ALL
  SELECT l.event_id FROM event_streams l WHERE l.import_id = $1
  UNION ALL
  SELECT m.event_id FROM event_markers m WHERE m.import_id = $1
  UNION ALL
  SELECT (c.before ->> 'event_id')::bigint
  FROM import_changes c
  WHERE c.import_id = $1 AND c.table_name IN ('event_streams', 'event_markers')`,
  noteEventsOf(
    streamsOf(`
      SELECT t.id AS streamer_id
      FROM import_changes c JOIN streamers t ON t.id = (c.before ->> 'id')::bigint
      WHERE c.import_id = $1 AND c.table_name = 'streamers' AND t.login IS DISTINCT FROM c.before ->> 'login'`),
  ),
  noteEventsOf(`
    SELECT t.id AS stream_id
    FROM import_changes c JOIN streams t ON t.id = (c.before ->> 'id')::bigint
    WHERE c.import_id = $1 AND c.table_name = 'streams' AND t.streamer_id <> (c.before ->> 'streamer_id')::bigint`),
];
