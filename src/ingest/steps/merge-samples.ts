import type { Client } from 'pg';
import { Kind } from '../kinds/kind.js';
import { createPartitions } from '../partitions.js';
import { sampledDays, staged } from '../session.js';
import { MergeCounts, mergeRows } from './merge-rows.js';
import { noteSampledDays, noteSampledStreams } from './note-changed-streams.js';
import { unpackStreams } from './unpack-streams.js';

/**
 * Merges staged viewer samples like {@link mergeRows}, into rows of partitions, and notes their streams.
 */
export async function mergeSamples(client: Client, kind: Kind, staged: number): Promise<MergeCounts> {
  await noteSampledDays(client);
  await unpackStreams(client, `SELECT d.stream_id FROM ${sampledDays} d`);
  await createPartitions(client, 'viewer_samples', `(SELECT d.first_at AS created_at FROM ${sampledDays} d)`);
  const { rows } = await client.query<{ from: Date; to: Date }>(
    `SELECT min(d.first_at) AS from, max(d.last_at) AS to FROM ${sampledDays} d`,
  );
  // With bounds that the planner can see, the join reads only the partitions between them.
  const isAmong = `t.created_at >= '${rows[0]?.from.toISOString()}' AND t.created_at <= '${rows[0]?.to.toISOString()}'`;
  const counts = await mergeRows(client, kind, staged, isAmong);
  await noteSampledStreams(client);
  return { ...counts, outside: await countOutside(client) };
}

/** Returns the number of staged samples outside the time of their stream. An inferred end moves with the samples. */
async function countOutside(client: Client): Promise<number> {
  const { rows } = await client.query<{ outside: string }>(`
    SELECT count(*) AS outside
    FROM ${staged('viewer_samples')} v
    JOIN streams s ON s.id = v.stream_id
    WHERE (v.created_at < s.started_at OR (v.created_at > s.ended_at AND s.end_reason = 'given'))
      -- Most imports have none, and need not look at all samples.
      AND EXISTS (
        SELECT FROM ${sampledDays} d
        JOIN streams o ON o.id = d.stream_id
        WHERE d.first_at < o.started_at OR (d.last_at > o.ended_at AND o.end_reason = 'given')
      )`);
  return Number(rows[0]?.outside);
}
