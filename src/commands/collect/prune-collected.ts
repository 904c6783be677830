import type { Client } from 'pg';
import { recordDeletion } from '../import/data-summary.js';
import { lockImports } from '../import/import-lock.js';
import { inTransaction } from '../in-transaction.js';
import { withOwner } from '../owner-client.js';
import { pruneSamples } from '../prune/prune-samples.js';

/** How many rows of each kind were removed. */
export interface PrunedRows {
  viewer_samples: number;
  follower_points: number;
  message_stats: number;
  streams: number;
  streamers: number;
}

/**
 * Removes what was collected before a moment: viewer samples and follower points, streams that ended before it, and channels without a
 * stream whose names nobody has asked for since. Streams that are part of an event or of a collaboration session stay.
 */
export async function pruneCollected(databaseUrl: string, before: Date): Promise<PrunedRows> {
  return withOwner(databaseUrl, (keeper) =>
    inTransaction(keeper, async () => {
      await keeper.query('SET LOCAL idle_in_transaction_session_timeout = 0');
      await lockImports(keeper, () => {});
      return withOwner(databaseUrl, async (client) => {
        const viewer_samples = await pruneSamples(client, before);
        return { viewer_samples, ...(await pruneRows(client, before)) };
      });
    }),
  );
}

/** Only observations have sightings: what came from files alone stays. */
const endedStreams = `
  CREATE TEMP TABLE ended_streams ON COMMIT DROP AS
  SELECT s.id
  FROM sighted_streams k
  JOIN streams s ON s.id = k.stream_id
  WHERE NOT k.is_open AND k.seen_at < $1 AND s.ended_at < $1
    AND NOT EXISTS (SELECT FROM event_streams e WHERE e.stream_id = s.id)
    AND NOT EXISTS (SELECT FROM events e WHERE e.host_stream_id = s.id)
    AND NOT EXISTS (SELECT FROM colab_session_streams c WHERE c.stream_id = s.id)`;

const idleStreamers = `
  CREATE TEMP TABLE idle_streamers ON COMMIT DROP AS
  SELECT k.streamer_id AS id
  FROM sighted_streamers k
  WHERE greatest(k.named_at, k.login_at, k.pictured_at) < $1
    AND NOT EXISTS (SELECT FROM streams s WHERE s.streamer_id = k.streamer_id)
    AND NOT EXISTS (SELECT FROM panels p WHERE p.streamer_id = k.streamer_id)
    AND NOT EXISTS (SELECT FROM follower_points f WHERE f.streamer_id = k.streamer_id)`;

async function pruneRows(client: Client, before: Date): Promise<Omit<PrunedRows, 'viewer_samples'>> {
  return inTransaction(client, async () => {
    const remove = async (sql: string, values: unknown[] = []) => (await client.query(sql, values)).rowCount ?? 0;
    const follower_points = await remove(
      `DELETE FROM follower_points f USING sighted_streamers k WHERE k.streamer_id = f.streamer_id AND f.created_at < $1`,
      [before],
    );
    await client.query(endedStreams, [before]);
    const ofStreams = (table: string) => `DELETE FROM ${table} t USING ended_streams e WHERE t.stream_id = e.id`;
    const message_stats = await remove(ofStreams('message_stats'));
    for (const table of ['pruned_samples', 'viewer_samples', 'packed_samples', 'sighted_streams', 'chat_gaps'])
      await remove(ofStreams(table));
    const streams = await remove('DELETE FROM streams t USING ended_streams e WHERE t.id = e.id');
    await client.query(idleStreamers, [before]);
    const ofStreamers = (table: string) => `DELETE FROM ${table} t USING idle_streamers i WHERE t.streamer_id = i.id`;
    for (const table of ['sighted_logins', 'sighted_streamers']) await remove(ofStreamers(table));
    const streamers = await remove('DELETE FROM streamers t USING idle_streamers i WHERE t.id = i.id');
    await remove('UPDATE watched_channels t SET profile_at = NULL FROM idle_streamers i WHERE t.streamer_id = i.id');
    const removed = { follower_points, message_stats, streams, streamers };
    for (const [kind, rows] of Object.entries(removed))
      await recordDeletion(client, kind as keyof typeof removed, rows);
    return removed;
  });
}
