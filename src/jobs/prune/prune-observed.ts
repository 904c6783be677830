import type { Client } from 'pg';
import { PlatformName } from '../../config/platforms.js';
import { inTransaction } from '../../database/in-transaction.js';
import { isOfPlatform } from '../../database/platforms/platform-ids.js';
import type { KindName } from '../../ingest/kinds/kind.js';
import { pointKinds, streamers } from '../../ingest/kinds/kinds.js';
import { recordRemoval } from '../../ingest/records/data-summary.js';
import { removeOwned } from '../../ingest/records/remove-owned.js';
import { streamsToPrune } from '../../ingest/session.js';
import { pruneMonths } from '../refresh/rank-months.js';
import { prunePacked } from './prune-packed.js';
import { pruneListTotals } from './prune-totals.js';
import { deleteSamples } from './remember-samples.js';

/**
 * Removes the data of a platform that was observed before a moment: viewer samples and points of followers and subscribers, streams that ended
 * before it, channels without streams, panels and points whose profile was last observed before it, and totals of lists. Streams that are part of an event or
 * of a collaboration session stay. Data that only came from files stays too. If a stream or channel was also observed, its
 * sources cannot be distinguished. `onRemoved` gets the removed channels, inside the transaction. The caller keeps imports out
 * meanwhile. Returns the number of removed rows of each table.
 * Writes viewer_samples, packed_samples, follower_points, subscriber_points, streamers, pruned_months, sweep_totals, totals, total_days, webhook_deliveries, and the tables
 * of {@link removeOwned} and {@link deleteSamples}.
 */
export async function pruneObserved(
  client: Client,
  platform: PlatformName,
  before: Date,
  onRemoved: (client: Client, channelIds: readonly string[]) => Promise<void>,
): Promise<Record<string, number>> {
  const sampled = `SELECT n.stream_id FROM (${observedStreams}) n WHERE ${isOfPlatform('n.stream_id', platform)}`;
  const unpacked = await deleteSamples(client, findSampledSql(sampled), before, deleteSampledSql);
  const viewer_samples = unpacked + (await prunePacked(client, before, sampled));
  const list = async (sql: string) => (await client.query<{ id: string }>(sql, [before])).rows.map(({ id }) => id);
  return inTransaction(client, async () => {
    const points: Record<string, number> = {};
    for (const kind of Object.values(pointKinds)) {
      const rows = (await client.query(removePointsSql(kind.name, platform), [before])).rowCount ?? 0;
      if (rows > 0) await recordRemoval(client, kind, rows, before);
      points[kind.name] = rows;
    }
    const ids = { streamers: [], streams: await list(endedStreams(platform)), events: [], colab_sessions: [] };
    await pruneMonths(client, ids.streams);
    const removed = await removeOwned(client, ids, before);
    const idle = await list(removeIdleStreamersSql(platform));
    await onRemoved(client, idle);
    if (idle.length > 0) await recordRemoval(client, streamers, idle.length, before);
    const totals = await pruneListTotals(client, platform, before);
    await client.query(removeMessagesSql(platform), [before]);
    const owned = Object.fromEntries(removed.map(({ table, rows }) => [table, rows]));
    return { ...owned, ...totals, viewer_samples, ...points, streamers: idle.length };
  });
}

/** SQL for whether a channel has no points. */
export function lacksPoints(id: string): string {
  const lacks = Object.values(pointKinds).map(
    ({ name }) => `NOT EXISTS (SELECT FROM ${name} f WHERE f.streamer_id = ${id})`,
  );
  return lacks.join(' AND ');
}

/** SQL of a query of the streams that were observed. */
export const observedStreams = `
  SELECT s.id AS stream_id FROM streams s WHERE s.observed_at IS NOT NULL
  UNION ALL
  SELECT l.stream_id FROM live_streams l WHERE l.observed_at IS NOT NULL`;

const findSampledSql = (streams: string) => `
  INSERT INTO ${streamsToPrune} (stream_id)
  SELECT o.stream_id
  FROM (${streams}) o
  WHERE EXISTS (SELECT FROM viewer_samples v WHERE v.stream_id = o.stream_id AND v.created_at < $1)`;

const deleteSampledSql = `
  DELETE FROM viewer_samples v USING ${streamsToPrune} n WHERE v.stream_id = n.stream_id AND v.created_at < $1`;

const endedStreams = (platform: PlatformName) => `
  SELECT s.id
  FROM streams s
  WHERE s.observed_at < $1 AND s.ended_at < $1 AND ${isOfPlatform('s.id', platform)}
    AND NOT EXISTS (SELECT FROM event_streams e WHERE e.stream_id = s.id)
    AND NOT EXISTS (SELECT FROM events e WHERE e.host_stream_id = s.id)
    AND NOT EXISTS (SELECT FROM colab_session_streams c WHERE c.stream_id = s.id)`;

/** SQL of a query of the streamers that were observed. Also streamers whose names were only observed in a live stream, which has their time. */
export const observedStreamers = `
  SELECT u.id FROM streamers u WHERE COALESCE(u.named_at, u.pictured_at) IS NOT NULL
  UNION
  SELECT s.streamer_id FROM live_streams l JOIN streams s ON s.id = l.stream_id WHERE l.observed_at IS NOT NULL`;

/** Messages of webhooks contain observed data. */
const removeMessagesSql = (platform: PlatformName) => `
  DELETE FROM webhook_deliveries d
  WHERE d.created_at < $1 AND EXISTS (
    SELECT FROM unnest(d.streamer_ids || d.streamer_id) i(id) WHERE ${isOfPlatform('i.id', platform)}
  )`;

const removePointsSql = (table: KindName, platform: PlatformName) => `
  DELETE FROM ${table} f USING (${observedStreamers}) u
  WHERE u.id = f.streamer_id AND f.created_at < $1 AND ${isOfPlatform('u.id', platform)}`;

const removeIdleStreamersSql = (platform: PlatformName) => `
  DELETE FROM streamers u
  WHERE greatest(u.named_at, u.pictured_at) < $1 AND ${isOfPlatform('u.id', platform)}
    AND NOT EXISTS (SELECT FROM streams s WHERE s.streamer_id = u.id)
    AND NOT EXISTS (SELECT FROM panels p WHERE p.streamer_id = u.id)
    AND ${lacksPoints('u.id')}
  RETURNING u.id`;
