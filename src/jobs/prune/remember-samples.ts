import type { Client } from 'pg';
import { capped } from '../../database/exact-figures.js';
import { eventSumsSql, sumEvents } from '../../figures/event-sums.js';
import { appendSampleSql, samplesAfter, sumColumns } from '../../figures/sample-sum.js';
import { inTransaction } from '../../database/in-transaction.js';
import { recordDeletion } from '../../ingest/records/data-summary.js';
import { openSession, streamsToPrune } from '../../ingest/session.js';

/**
 * Adds the viewer samples from before a moment to the sums of their streams and events, so that figures continue from
 * the sums after the samples are gone. A sample is added only once in repeated runs: after that, the stored sample no
 * longer counts. `find` puts the streams into the table streams_to_prune. Runs in a transaction of the caller, and returns the
 * number of streams.
 */
export async function rememberStreams(client: Client, find: string, before: Date): Promise<number> {
  await openSession(client);
  const { rowCount } = await client.query(find, [before]);
  if (!rowCount) return 0;
  await client.query(`ANALYZE ${streamsToPrune}`);
  // The events come first: they need the samples that the next statement adds up.
  await rememberForEvents(client, before);
  await client.query(rememberForStreamsSql, [before]);
  return rowCount;
}

/**
 * Deletes the viewer samples from before a moment with a statement, after {@link rememberStreams}. Returns their number:
 * `rows` of the statement's row or, without one, the number of deleted rows.
 * Writes streams_to_prune, pruned_event_samples, pruned_samples, data_summary, and what the statement writes.
 */
export function deleteSamples(client: Client, find: string, before: Date, sql: string): Promise<number> {
  return inTransaction(client, async () => {
    if ((await rememberStreams(client, find, before)) === 0) return 0;
    const { rows, rowCount } = await client.query<{ rows: string }>(sql, [before]);
    const deleted = Number(rows[0]?.rows ?? rowCount);
    await recordDeletion(client, 'viewer_samples', deleted);
    return deleted;
  });
}

const rememberForStreamsSql = `
  INSERT INTO pruned_samples AS p (stream_id, ${sumColumns.join(', ')})
  SELECT s.id, u.*
  FROM ${streamsToPrune} n
  JOIN streams s ON s.id = n.stream_id
  LEFT JOIN pruned_samples b ON b.stream_id = s.id
  CROSS JOIN LATERAL (${appendSampleSql('b', samplesAfter('b', 's', '$1'))}) u
  WHERE u.sample_count IS NOT NULL
  ON CONFLICT (stream_id) DO UPDATE SET (${sumColumns.join(', ')}) = ROW(${sumColumns.map((name) => `excluded.${name}`).join(', ')})`;

/** Events with only older samples are left to the next run, since their sums are not known yet. */
async function rememberForEvents(client: Client, before: Date): Promise<void> {
  const { rows } = await client.query<{ id: string }>(eventsOfStreams);
  const ids = rows.map(({ id }) => id);
  for await (const { columns } of sumEvents(client, ids, before.getTime())) {
    await client.query(addToEventsSql, [before, ...columns]);
  }
}

/** In the order of the events, whose streams are often next to each other. */
const eventsOfStreams = `
  SELECT DISTINCT l.event_id AS id FROM ${streamsToPrune} n JOIN event_streams l ON l.stream_id = n.stream_id ORDER BY id`;

const addToEventsSql = `
  INSERT INTO pruned_event_samples AS p (event_id, viewer_ms, time_ms, peak_viewers, counted_until)
  SELECT u.event_id, u.viewer_ms, u.time_ms, ${capped('u.peak_viewers')}, least($1::timestamptz, u.known_until)
  FROM ${eventSumsSql}
  ON CONFLICT (event_id) DO UPDATE
  SET viewer_ms = p.viewer_ms + excluded.viewer_ms, time_ms = p.time_ms + excluded.time_ms,
    peak_viewers = greatest(p.peak_viewers, excluded.peak_viewers),
    counted_until = greatest(p.counted_until, excluded.counted_until)`;
