import type { Client } from 'pg';
import { UpdatedStreams } from '../../ingest/steps/update-streams.js';
import { endedDelay, Outbox } from './outbox.js';

interface StoredSweep {
  platform: string;
  /** Number of channels of a list; null for a whole platform. */
  channels: number | null;
  /** Replaces the time of the database. */
  now: Date | null;
  updated: UpdatedStreams;
}

/**
 * Writes the starts and ends of streams that a sweep found, before the sweep itself is noted. The first sweep of a platform has
 * none, and neither have channels that a list has gained since the previous sweep.
 */
export async function writeSweepEvents(
  outbox: Outbox,
  client: Client,
  { platform, channels, now, updated }: StoredSweep,
): Promise<void> {
  await outbox.resolveNames(client);
  const { started = [], ended = [] } = updated;
  if (started.length + ended.length > 0)
    await outbox.write(client, sweepEvents, [platform, channels, now, started, ended]);
}

/** Several names of a target can have the same channel, so UNION removes equal rows. */
const sweepEvents = `
  WITH clock AS (
    SELECT COALESCE($3::timestamptz, clock_timestamp()) AS now
  ), previous AS (
    SELECT c.swept_at FROM collector_sweeps c WHERE c.platform = $1
  ), found AS (
    SELECT 'stream.started' AS kind, s.id, s.streamer_id, s.started_at AS at, n.now, n.now AS due_at
    FROM clock n
    JOIN streams s ON s.id = ANY ($4::bigint[]) AND s.started_at >= n.now - interval '1 hour'
    UNION ALL
    SELECT 'stream.ended', s.id, s.streamer_id, s.ended_at, n.now, n.now + ${endedDelay}
    FROM clock n
    JOIN streams s ON s.id = ANY ($5::bigint[]) AND s.ended_at >= n.now - interval '24 hours'
  ), known AS MATERIALIZED (
    SELECT f.*
    FROM found f
    CROSS JOIN previous p
    WHERE $2::integer IS NULL OR EXISTS (
      SELECT FROM watched_channels w
      WHERE w.platform = $1 AND w.streamer_id = f.streamer_id AND w.watched_since <= p.swept_at
    )
  ), active AS (
    SELECT t.* FROM webhook_targets t WHERE NOT t.is_off
  ), listed AS (
    SELECT a.name, a.kinds, unnest(a.channels) AS channel FROM active a
  ), wanted AS (
    SELECT t.name, k.* FROM active t JOIN known k ON k.kind = ANY (t.kinds) WHERE t.channels IS NULL
    UNION
    SELECT l.name, k.*
    FROM listed l
    JOIN webhook_names n ON n.name = l.channel
    JOIN known k ON k.streamer_id = n.streamer_id AND k.kind = ANY (l.kinds)
  )
  SELECT w.name AS target, w.kind, w.id::text AS subject, w.at AS occurred_at, w.streamer_id, w.now AS created_at, w.due_at,
    NULL::timestamptz AS finished_at
  FROM wanted w`;
