import type { Client } from 'pg';
import { pruneObserved } from '../jobs/prune/prune-observed.js';
import { whileImportsWait } from '../jobs/prune/while-imports-wait.js';

/** Removes the data collected before a moment ({@link pruneObserved}). */
export async function pruneCollected(databaseUrl: string, before: Date): Promise<Record<string, number>> {
  return whileImportsWait(databaseUrl, (client) => pruneObserved(client, before, unwatch));
}

/** Channels of a list stay watched, whether they are live or not. For a whole platform, the channels seen since the moment stay. */
async function unwatch(client: Client, channelIds: readonly string[]): Promise<void> {
  await client.query(stopWatching, [channelIds]);
  await client.query('UPDATE watched_channels t SET profile_at = NULL WHERE t.streamer_id = ANY ($1)', [channelIds]);
}

const stopWatching = `
  WITH removed AS (
    DELETE FROM watched_channels t
    WHERE t.streamer_id = ANY ($1)
      AND NOT EXISTS (SELECT FROM watched_names n WHERE n.platform = t.platform AND n.external_id = t.external_id)
    RETURNING t.platform, t.watched_until
  )
  UPDATE collector_sweeps c SET channels = greatest(c.channels - r.count, 0)
  FROM (SELECT t.platform, count(*) AS count FROM removed t WHERE t.watched_until IS NULL GROUP BY t.platform) r
  WHERE c.platform = r.platform`;
