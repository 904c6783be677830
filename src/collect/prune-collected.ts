import type { Client } from 'pg';
import { recordRemoval } from '../ingest/records/data-summary.js';
import { lockImports } from '../ingest/import-lock.js';
import { followerPoints } from '../ingest/kinds/plain-kinds.js';
import { streamers } from '../ingest/kinds/streamers.js';
import { streamsToPrune } from '../ingest/session.js';
import { removeOwned } from '../ingest/records/remove-owned.js';
import { inTransaction } from '../database/in-transaction.js';
import { withOwner } from '../database/owner-client.js';
import { countOff } from '../ingest/partitions.js';
import { prunePacked } from '../jobs/prune/prune-packed.js';
import { rememberStreams } from '../jobs/prune/remember-samples.js';

type PrunedKind = 'viewer_samples' | 'follower_points' | 'message_stats' | 'stream_changes' | 'streams' | 'streamers';

export type PrunedRows = Record<PrunedKind, number>;

/**
 * Removes the data collected before a moment: viewer samples and follower points, streams that ended before it, and channels
 * without a stream whose names nobody has asked for since. Streams that are part of an event or of a collaboration session stay.
 * Data that only came from files stays too. If a stream or channel was also observed, its sources cannot be distinguished.
 */
export async function pruneCollected(databaseUrl: string, before: Date): Promise<PrunedRows> {
  return withOwner(databaseUrl, (keeper) =>
    inTransaction(keeper, async () => {
      await lockImports(keeper, () => {});
      return withOwner(databaseUrl, async (client) => {
        const viewer_samples = await pruneSamples(client, before);
        return { viewer_samples, ...(await pruneRows(client, before)) };
      });
    }),
  );
}

const observedStreams = `
  SELECT s.id AS stream_id FROM streams s WHERE s.observed_at IS NOT NULL
  UNION ALL
  SELECT l.stream_id FROM live_streams l WHERE l.observed_at IS NOT NULL`;

async function pruneSamples(client: Client, before: Date): Promise<number> {
  const deleteOlder = async () => {
    if ((await rememberStreams(client, findSampled, before)) === 0) return 0;
    return (await client.query(deleteSamples, [before])).rowCount ?? 0;
  };
  const deleted = await countOff(client, deleteOlder);
  return deleted + (await prunePacked(client, before, observedStreams));
}

const findSampled = `
  INSERT INTO ${streamsToPrune} (stream_id)
  SELECT o.stream_id
  FROM (${observedStreams}) o
  WHERE EXISTS (SELECT FROM viewer_samples v WHERE v.stream_id = o.stream_id AND v.created_at < $1)`;

const deleteSamples = `
  DELETE FROM viewer_samples v USING ${streamsToPrune} n WHERE v.stream_id = n.stream_id AND v.created_at < $1`;

const endedStreams = `
  SELECT s.id
  FROM streams s
  WHERE s.observed_at < $1 AND s.ended_at < $1
    AND NOT EXISTS (SELECT FROM event_streams e WHERE e.stream_id = s.id)
    AND NOT EXISTS (SELECT FROM events e WHERE e.host_stream_id = s.id)
    AND NOT EXISTS (SELECT FROM colab_session_streams c WHERE c.stream_id = s.id)`;

/** Also streamers whose names were only observed in a live stream, which has their time. */
const observedStreamers = `
  SELECT u.id FROM streamers u WHERE COALESCE(u.named_at, u.pictured_at) IS NOT NULL
  UNION
  SELECT s.streamer_id FROM live_streams l JOIN streams s ON s.id = l.stream_id WHERE l.observed_at IS NOT NULL`;

const removeFollowers = `
  DELETE FROM follower_points f USING (${observedStreamers}) u WHERE u.id = f.streamer_id AND f.created_at < $1`;

const removeIdleStreamers = `
  DELETE FROM streamers u
  WHERE greatest(u.named_at, u.pictured_at) < $1
    AND NOT EXISTS (SELECT FROM streams s WHERE s.streamer_id = u.id)
    AND NOT EXISTS (SELECT FROM panels p WHERE p.streamer_id = u.id)
    AND NOT EXISTS (SELECT FROM follower_points f WHERE f.streamer_id = u.id)
  RETURNING u.id`;

/** Channels of a list stay watched, whether they are live or not. For a whole platform, the channels seen since the moment stay. */
const unwatch = `
  WITH removed AS (
    DELETE FROM watched_channels t
    WHERE t.streamer_id = ANY ($1)
      AND NOT EXISTS (SELECT FROM watched_names n WHERE n.platform = t.platform AND n.external_id = t.external_id)
    RETURNING t.platform, t.watched_until
  )
  UPDATE collector_sweeps c SET channels = greatest(c.channels - r.count, 0)
  FROM (SELECT t.platform, count(*) AS count FROM removed t WHERE t.watched_until IS NULL GROUP BY t.platform) r
  WHERE c.platform = r.platform`;

async function pruneRows(client: Client, before: Date): Promise<Omit<PrunedRows, 'viewer_samples'>> {
  return inTransaction(client, async () => {
    const list = async (sql: string) => (await client.query<{ id: string }>(sql, [before])).rows.map(({ id }) => id);
    const followers = await client.query(removeFollowers, [before]);
    const follower_points = followers.rowCount ?? 0;
    const ids = { streamers: [], streams: await list(endedStreams), events: [], colab_sessions: [] };
    const removed = ids.streams.length === 0 ? [] : await removeOwned(client, ids, before);
    const rowsOf = (name: string) => removed.find(({ table }) => table === name)?.rows ?? 0;
    const idle = await list(removeIdleStreamers);
    await client.query(unwatch, [idle]);
    await client.query('UPDATE watched_channels t SET profile_at = NULL WHERE t.streamer_id = ANY ($1)', [idle]);
    if (follower_points > 0) await recordRemoval(client, followerPoints, follower_points, before);
    if (idle.length > 0) await recordRemoval(client, streamers, idle.length, before);
    return {
      ...{ follower_points, message_stats: rowsOf('message_stats'), stream_changes: rowsOf('stream_changes') },
      ...{ streams: rowsOf('streams'), streamers: idle.length },
    };
  });
}
