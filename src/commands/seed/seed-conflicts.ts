import type { Client } from 'pg';

/** Rows that no seeding made have ids of the seed, or name rows of the seed. */
export class SeedConflictError extends Error {}

/** The ids that the seed has. */
export interface SeededIds {
  streamers: string[];
  streams: string[];
  events: string[];
  sessions: string[];
}

/** Throws a SeedConflictError where taking the seed out would touch rows that no seeding put there. */
export async function refuseConflicts(client: Client, ids: SeededIds): Promise<void> {
  const { rows } = await client.query<{ what: string }>(
    `SELECT 'the channel ' || u.id AS what FROM streamers u
    WHERE u.id = ANY($1) AND NOT EXISTS (SELECT FROM seed_state)
    UNION ALL
    SELECT 'the stream ' || s.id FROM streams s
    WHERE (s.id = ANY($2) AND NOT (s.streamer_id = ANY($1))) OR (s.streamer_id = ANY($1) AND NOT (s.id = ANY($2)))
    UNION ALL
    SELECT 'the event ' || e.id FROM events e
    WHERE (e.id = ANY($3) AND NOT EXISTS (SELECT FROM seed_state))
      OR (e.host_stream_id = ANY($2) AND NOT (e.id = ANY($3)))
    UNION ALL
    SELECT 'the event ' || l.event_id FROM event_streams l
    WHERE l.stream_id = ANY($2) AND NOT (l.event_id = ANY($3))
    UNION ALL
    SELECT 'the collaboration session ' || c.id FROM colab_sessions c
    WHERE c.id = ANY($4) AND NOT EXISTS (SELECT FROM seed_state)
    UNION ALL
    SELECT 'the collaboration session ' || l.session_id FROM colab_session_streams l
    WHERE l.stream_id = ANY($2) AND NOT (l.session_id = ANY($4))
    LIMIT 1`,
    [ids.streamers, ids.streams, ids.events, ids.sessions],
  );
  const [conflict] = rows;
  if (conflict) {
    throw new SeedConflictError(
      `The database holds ${conflict.what}, which has or names an id of the seed but which no seeding put there. Seed another database.`,
    );
  }
}
