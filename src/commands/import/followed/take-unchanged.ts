import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { roundedBigintQuotient } from '../../../database/exact-figures.js';
import { recordChangedStreams, recordRows } from '../data-summary.js';
import { currentImport, insertRows } from '../import-record.js';
import { KindSummary } from '../kind-importer.js';
import { makeSamplePartitions } from '../sample-partitions.js';

export interface TakenSightings {
  /** The results of the sightings that repeat the previous sighting of their stream, ignoring the viewers. */
  readonly summaries: KindSummary[];
  /** The IDs of the streams with other sightings, which have to be imported. */
  readonly left: ReadonlySet<string>;
}

/**
 * Stages the sightings of a sweep from lines for COPY: the ID of a stream, which is unique, the hash of its data, and the viewers.
 * For sightings without news of a followed stream, writes all that they change: one sample each, and the figures.
 */
export async function takeUnchanged(
  client: Client,
  lines: Iterable<Buffer>,
  seenAt: string,
  importedAt: Date,
): Promise<TakenSightings> {
  const start = performance.now();
  await client.query(createTables);
  await pipeline(lines, client.query(copyFrom('COPY swept_streams FROM STDIN')));
  await client.query('ANALYZE swept_streams');
  const { rowCount: unchanged } = await client.query(takeSql, [seenAt]);
  if (unchanged) await storeUnchanged(client, unchanged, seenAt, importedAt);
  const { rows } = await client.query<{ id: string }>(listLeft);
  const left = new Set(rows.map(({ id }) => id));
  return { left, summaries: unchanged ? summarize(unchanged, (performance.now() - start) / 1000) : [] };
}

/** Each of these sightings shows that a stream is unchanged, and adds a sample. */
function summarize(read: number, seconds: number): KindSummary[] {
  const nothing = { inserted: 0, updated: 0, unchanged: 0, repeated: 0, rejected: 0 };
  return [
    { ...nothing, kind: 'streams', read, unchanged: read, seconds },
    { ...nothing, kind: 'viewer_samples', read, inserted: read, seconds: 0 },
  ];
}

const createTables = `
  CREATE TEMP TABLE swept_streams (stream_id bigint NOT NULL, said uuid NOT NULL, viewers bigint NOT NULL) ON COMMIT DROP;
  CREATE TEMP TABLE unchanged_streams (stream_id bigint NOT NULL, viewers bigint NOT NULL) ON COMMIT DROP`;

/** The time that the last sample held, until this one. */
const heldMs = "(date_part('epoch', $1 - l.seen_at) * 1000)::bigint";
const viewerMs = `(l.viewer_ms + l.viewers * ${heldMs})`;
const timeMs = "(date_part('epoch', $1 - l.first_sampled_at) * 1000)::bigint";

/**
 * The figures are the same as in sample-figures.ts. With the limited viewers of a followed stream, twice the sum fits
 * into a bigint, and no watchtime is too large for a figure.
 */
const takeSql = `
  WITH taken AS (
    UPDATE live_streams l
    SET seen_at = $1::timestamptz, viewers = w.viewers, peak_viewers = greatest(l.peak_viewers, w.viewers), viewer_ms = ${viewerMs},
      avg_viewers = ${roundedBigintQuotient(viewerMs, timeMs)}, watchtime = ${roundedBigintQuotient(viewerMs, '60000')},
      sample_count = l.sample_count + 1, import_id = ${currentImport},
      largest_gap_seconds = greatest(l.largest_gap_seconds, ${roundedBigintQuotient(heldMs, '1000')})
    FROM swept_streams w
    WHERE w.stream_id = l.stream_id AND w.said = l.said AND l.seen_at < $1
    RETURNING l.stream_id, l.viewers
  )
  INSERT INTO unchanged_streams (stream_id, viewers) SELECT t.stream_id, t.viewers FROM taken t ORDER BY t.stream_id`;

const listLeft = `
  SELECT w.stream_id::text AS id FROM swept_streams w
  WHERE NOT EXISTS (SELECT FROM unchanged_streams u WHERE u.stream_id = w.stream_id)`;

async function storeUnchanged(client: Client, count: number, seenAt: string, importedAt: Date): Promise<void> {
  await client.query('ANALYZE unchanged_streams');
  const moment = `'${new Date(seenAt).toISOString()}'::timestamptz`;
  await makeSamplePartitions(client, `(SELECT ${moment} AS created_at)`);
  await insertRows(client, 'viewer_samples', insertSamples(moment));
  await client.query(markDueEvents);
  await recordRows(client, 'viewer_samples', count, moment, importedAt);
  await recordChangedStreams(client, importedAt);
}

const insertSamples = (moment: string) => `
  INSERT INTO viewer_samples (stream_id, created_at, viewers, import_id)
  SELECT u.stream_id, ${moment}, u.viewers, ${currentImport} FROM unchanged_streams u ORDER BY u.stream_id`;

const markDueEvents = `
  UPDATE events e SET figures_due = TRUE
  FROM event_streams l
  WHERE l.event_id = e.id AND l.stream_id IN (SELECT u.stream_id FROM unchanged_streams u)`;
