import type { Client } from 'pg';
import { figures, sumColumns } from '../../figures/sample-sum.js';
import { changeRows, currentImport, keepObservations } from '../records/import-record.js';
import { changedStreams } from '../session.js';
import { assignFigures } from './sum-samples.js';

/*
 * Where a live stream ends. `streams.end_reason` has the rule:
 *
 * - `given`: a file has the end. This end stays until a file changes it or takes it back.
 * - `next_stream`: a newer stream of the channel started.
 * - `unobserved`: a complete sweep that knew of the stream lacks it, and nobody observed it since; or the newest
 *   observation of any streams, an empty page included, is later than the stream's last one by `--ended-after`.
 *   A newer observation reopens the stream.
 *
 * An end that is not given is the last moment at which the stream is known to have been live: its last observation or
 * sample, or without either the start of the next stream. It moves with later observations and samples. Streams that
 * only files contain are never unobserved. A stream whose file takes its end back is live again: the rules apply to it
 * as to any other stream, as of its last observation.
 *
 * The import decides again about each stream that changed, and about the stream before each one that is new, moved or
 * removed, so the order of imports does not matter. A stream moves into live_streams and out of it in the following two
 * functions only.
 */

/** SQL for the next start on the channel of a stream `stream`; of streams with the same start, the lowest ID is the newest. */
const nextStart = (stream: string) => `
  SELECT r.started_at
  FROM streams r
  WHERE r.streamer_id = ${stream}.streamer_id AND r.started_at >= ${stream}.started_at
    AND (r.started_at > ${stream}.started_at OR r.id < ${stream}.id)
  ORDER BY r.started_at
  LIMIT 1`;

/** SQL for an end that is not given, from the SQL of the start, the last observation and sample, and the next start. */
export function inferredEnd(startedAt: string, observedAt: string, lastAt: string, next: string): string {
  return `CASE WHEN COALESCE(${observedAt}, ${lastAt}) IS NULL THEN ${next} ELSE greatest(${startedAt}, ${observedAt}, ${lastAt}) END`;
}

/** SQL for the end of a stream `t` that an import of its exported record and samples infers; null if it infers none. */
export const endWithoutObservations = `
  (SELECT ${inferredEnd('t.started_at', 'NULL::timestamptz', 't.last_sampled_at', 'n.started_at')} FROM (${nextStart('t')}) n)`;

/** Which streams are unobserved. */
export type EndRule =
  /** Streams whose last observation is this much older than the newest observation. */
  | { readonly endedAfterMs: number }
  /** The streams that a complete sweep lacks, if no later import observed them than the one that the sweep knew of. */
  | { readonly knownImport: number };

/** Notes the live streams that nobody observes anymore. Runs after the observations of this import are stored. */
export async function noteUnobserved(client: Client, rule: EndRule): Promise<void> {
  const isOver =
    'knownImport' in rule
      ? `l.import_id <= ${rule.knownImport}
        AND NOT EXISTS (SELECT FROM staging_helix g WHERE g.shape = 'stream' AND g.stream_id = l.stream_id)`
      : `l.observed_at <= (SELECT o.observed_at FROM newest_observation o) - interval '1 millisecond' * ${rule.endedAfterMs}`;
  const { rowCount } = await client.query(`
    INSERT INTO ${changedStreams} (stream_id, is_unobserved)
    SELECT l.stream_id, TRUE FROM live_streams l WHERE l.observed_at IS NOT NULL AND ${isOver}`);
  if (!rowCount) return;
  await keepObservations(client);
  // The end is a fact of this import, not a consequence of its rows: an undo restores the live stream. Streams that were
  // unobserved before have been reopened to sum up their samples.
  await changeRows(
    client,
    'streams',
    `UPDATE streams t SET import_id = ${currentImport}
    FROM (SELECT DISTINCT c.stream_id FROM ${changedStreams} c WHERE c.is_unobserved AND NOT c.needs_sum) c
    WHERE t.id = c.stream_id AND t.ended_at IS NULL`,
  );
}

/** Moves the changed streams without a given end into live_streams. {@link endStreams} decides which of them have ended. */
export async function reopenStreams(client: Client): Promise<void> {
  await changeRows(client, 'streams', noteLaterObservations);
  await client.query(reopenSql);
}

/** An observation that reopens a stream or moves its end, and one of a stream whose end a file has given. */
const noteLaterObservations = `
  UPDATE streams t SET observed_at = c.observed_at, import_id = ${currentImport}
  FROM (SELECT c.stream_id, max(c.observed_at) AS observed_at FROM ${changedStreams} c GROUP BY c.stream_id) c
  WHERE t.id = c.stream_id AND t.ended_at IS NOT NULL AND c.observed_at > COALESCE(t.observed_at, '-infinity')`;

/** A stream that was unobserved stays so, unless this import observed it later. */
const reopenSql = `
  WITH changed AS MATERIALIZED (
    SELECT c.stream_id, max(c.observed_at) AS observed_at FROM ${changedStreams} c GROUP BY c.stream_id
  ), closed AS MATERIALIZED (
    SELECT s.id, s.end_reason, s.game_name, s.observed_at, c.observed_at IS NOT NULL AS is_observed
    FROM changed c
    JOIN streams s ON s.id = c.stream_id
    WHERE s.end_reason <> 'given'
      OR (s.end_reason IS NULL AND NOT EXISTS (SELECT FROM live_streams l WHERE l.stream_id = s.id))
  ), cleared AS (
    UPDATE streams t
    SET ended_at = NULL, end_reason = NULL, observed_at = NULL, first_sampled_at = NULL, last_sampled_at = NULL, last_viewers = NULL,
      sample_count = NULL, largest_gap_seconds = NULL, figures_from_samples = FALSE,
      avg_viewers = CASE WHEN NOT t.figures_from_samples THEN t.avg_viewers END,
      peak_viewers = CASE WHEN NOT t.figures_from_samples THEN t.peak_viewers END,
      watchtime = CASE WHEN NOT t.figures_from_samples THEN t.watchtime END
    FROM closed k
    WHERE t.id = k.id AND (
      t.end_reason IS NOT NULL OR t.observed_at IS NOT NULL OR t.sample_count IS NOT NULL OR t.figures_from_samples
    )
  ), noted AS (
    INSERT INTO ${changedStreams} (stream_id, needs_sum, is_unobserved)
    SELECT k.id, TRUE, k.end_reason = 'unobserved' AND NOT k.is_observed FROM closed k WHERE k.end_reason IS NOT NULL
  ), renamed AS (
    UPDATE live_streams l SET game_name = s.game_name
    FROM changed c
    JOIN streams s ON s.id = c.stream_id
    WHERE l.stream_id = s.id AND l.game_name IS DISTINCT FROM s.game_name
  )
  INSERT INTO live_streams (stream_id, game_name, observed_at, import_id)
  SELECT k.id, k.game_name, k.observed_at, CASE WHEN k.observed_at IS NOT NULL THEN COALESCE(${currentImport}, 0) END
  FROM closed k
  -- An undo has restored the end of a stream that is live.
  ON CONFLICT (stream_id) DO UPDATE SET observed_at = excluded.observed_at, import_id = excluded.import_id`;

/** Moves the changed streams that have ended, or are removed, out of live_streams. */
export async function endStreams(client: Client): Promise<number> {
  const { rowCount } = await client.query(endSql);
  return rowCount ?? 0;
}

const endSql = `
  WITH changed AS MATERIALIZED (
    SELECT c.stream_id, bool_or(c.is_unobserved) AS is_unobserved FROM ${changedStreams} c GROUP BY c.stream_id
  ), decided AS MATERIALIZED (
    SELECT l.stream_id, s.streamer_id, s.started_at,
      COALESCE(s.ended_at, ${inferredEnd('s.started_at', 'l.observed_at', 'l.last_at', 'n.started_at')}) AS ended_at,
      CASE
        WHEN s.id IS NULL THEN 'removed'
        WHEN s.ended_at IS NOT NULL THEN s.end_reason
        WHEN n.started_at IS NOT NULL THEN 'next_stream'
        WHEN c.is_unobserved THEN 'unobserved'
      END AS end_reason
    FROM changed c
    JOIN live_streams l ON l.stream_id = c.stream_id
    LEFT JOIN streams s ON s.id = c.stream_id
    LEFT JOIN LATERAL (${nextStart('s')}) n ON s.ended_at IS NULL
  ), ended AS (
    DELETE FROM live_streams l
    USING decided d
    WHERE l.stream_id = d.stream_id AND d.end_reason IS NOT NULL
    RETURNING d.*, l.observed_at, ${sumColumns.map((name) => `l.${name}`).join(', ')}
  ), named AS (
    UPDATE streamers t SET named_at = greatest(t.named_at, e.observed_at)
    FROM (SELECT e.streamer_id, max(e.observed_at) AS observed_at FROM ended e GROUP BY e.streamer_id) e
    WHERE t.id = e.streamer_id AND e.observed_at IS NOT NULL
  )
  UPDATE streams t
  SET ended_at = n.ended_at, end_reason = n.end_reason, observed_at = greatest(t.observed_at, n.observed_at), ${assignFigures('t', 'n')}
  FROM (
    SELECT e.stream_id, e.ended_at, e.end_reason, e.observed_at, f.*
    FROM ended e
    -- A given end may be before the last sample: updateEndedStreams computes the figures.
    LEFT JOIN LATERAL (
      SELECT ${sumColumns.map((name) => `e.${name}`).join(', ')}, g.*
      FROM (${figures('e', 'e.started_at', 'e.ended_at')}) g
    ) f ON e.end_reason <> 'given'
  ) n
  WHERE t.id = n.stream_id`;
