import type { Client } from 'pg';
import { importKind, recomputeStreams } from '../../ingest/ingest.js';
import { openSession } from '../../ingest/session.js';
import { withoutImports } from '../without-imports.js';
import { hasOtherData, isSeeded } from '../../database/platforms/seed-ids.js';
import { insertSeedSweeps } from './seed-totals.js';

/**
 * Adds a viewer sample at `now` to the live streams of the seed, so that they stay live, if the database contains only the
 * seed. Streams that the seed does not observe, or not to its end, stay as they are.
 */
export async function observeSeed(client: Client, now: Date): Promise<void> {
  if ((await listSamples(client, now)).length === 0) return;
  await withoutImports(
    client,
    () => {},
    async () => {
      const samples = await listSamples(client, now);
      await openSession(client);
      await importKind(client, 'viewer_samples', samples, now);
      await recomputeStreams(client);
      await insertSeedSweeps(client, now);
    },
  );
}

/** Returns the samples at `now`, at least a minute after the last ones. Viewers are near the average of the stream. */
async function listSamples(client: Client, now: Date): Promise<object[]> {
  const { rows } = await client.query<object>(
    `SELECT l.stream_id::text AS stream_id, $1::text AS created_at,
      greatest(round(s.avg_viewers * (0.85 + 0.3 * random())), 1)::int AS viewers
    FROM seed_state t
    CROSS JOIN live_streams l
    JOIN current_streams s ON s.id = l.stream_id
    WHERE ${isSeeded('streams', 'l.stream_id')}
      AND l.last_at <= $1::timestamptz - interval '1 minute'
      AND l.last_at > (
        SELECT max(o.last_at) FROM live_streams o WHERE ${isSeeded('streams', 'o.stream_id')}
      ) - interval '30 minutes'
      AND NOT (${hasOtherData})`,
    [now.toISOString()],
  );
  return rows;
}
