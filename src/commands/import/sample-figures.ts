import type { Client } from 'pg';
import { capped, largestFigure, roundedQuotient } from '../../database/exact-figures.js';
import { milliseconds, sumsOfStream } from '../counted-samples.js';
import { changeAndList, currentImport } from './import-record.js';
import { lookUp } from './look-up.js';

export interface DerivedFigures {
  /** Streams with any change. */
  sampled: number;
  /** Changed streams whose figures changed. */
  derived: number;
  /** Those streams whose watchtime exceeds the largest figure. */
  capped: number;
}

/**
 * The properties of a stream from its samples and sightings: the figures, unless its source gave them, how well the
 * stream is known, and the last observation.
 */
const columns = [
  ...['avg_viewers', 'peak_viewers', 'watchtime', 'figures_from_samples'],
  ...['first_sampled_at', 'last_sampled_at', 'last_viewers'],
  ...['sample_count', 'largest_gap_seconds', 'sampled_viewer_ms', 'observed_at', 'updated_at'],
];

/**
 * Computes the properties from samples for the streams whose samples this transaction touched. A stream loses them if
 * none of its samples counts anymore.
 *
 * A sample holds until the next one, the last until the stream's end, and for no time while the stream is live. The sums
 * over these samples include the sums of pruned samples. If all new samples of a live stream come after the known ones,
 * the sums continue from the stream's own, so that an import does not read all samples of a stream each time.
 *
 *     avg_viewers  = sum(viewers * time held) / sum(time held), rounded; without held time, the single sample
 *     peak_viewers = max(viewers)
 *     watchtime    = sum(viewers * minutes held), rounded; at most 2^53 - 1
 *     largest gap  = max(time held, time from the start to the first sample)
 */
export async function deriveSampleFigures(client: Client): Promise<DerivedFigures> {
  await client.query(askStreams);
  const list = (alias: string) => columns.map((column) => `${alias}.${column}`).join(', ');
  const derive = `
    WITH ${figures}
    UPDATE streams t
    SET ${columns.map((column) => `${column} = f.${column}`).join(', ')}, import_id = ${currentImport}
    FROM figures f
    WHERE t.id = f.id AND ROW(${list('t')}) IS DISTINCT FROM ROW(${list('f')})`;
  const counts = `
    SELECT count(*)::float8 AS sampled, count(*) FILTER (WHERE c.is_derived)::float8 AS derived,
      count(*) FILTER (WHERE c.is_derived AND c.is_capped)::float8 AS capped
    FROM changed c`;
  const [counted] = await changeAndList<DerivedFigures>(client, 'streams', derive, 'f.is_derived, f.is_capped', counts);
  return counted as DerivedFigures;
}

/**
 * SQL for whether the sum of a live stream `s` covers all its samples until the last one; `p` has its pruned samples.
 * The sum does not if the start has moved past a sample, since samples before the start do not count, or if a version
 * without sums has computed the figures.
 */
const isSummedUp = `(
  s.ended_at IS NULL AND s.figures_from_samples AND s.watchtime = ${capped(roundedQuotient('s.sampled_viewer_ms', '60000'))}
  AND s.first_sampled_at >= s.started_at AND COALESCE(p.first_at = s.first_sampled_at, p.stream_id IS NULL)
  AND NOT EXISTS (
    SELECT FROM viewer_samples v
    WHERE v.stream_id = s.id AND v.created_at >= s.started_at AND v.created_at < s.first_sampled_at
  )
)`;

/** The streams to compute. A stream that never had samples has no such properties. */
const askStreams = `
  DROP TABLE IF EXISTS asked_streams;
  CREATE TEMP TABLE asked_streams ON COMMIT DROP AS
  SELECT s.id, s.started_at, s.ended_at, s.avg_viewers, s.peak_viewers, s.watchtime,
    s.figures_from_samples OR (s.avg_viewers IS NULL AND s.peak_viewers IS NULL AND s.watchtime IS NULL) AS lacks_figures,
    s.first_sampled_at, s.last_sampled_at, s.last_viewers, s.sample_count, s.largest_gap_seconds, s.sampled_viewer_ms,
    s.ended_at IS NULL OR s.is_end_inferred AS is_open, k.seen_at,
    -- The sighting of this import; stageStreams leaves it to what derives the figures.
    greatest(s.updated_at, CASE WHEN k.import_id = ${currentImport} THEN k.seen_at END) AS updated_at,
    (n.is_later AND ${isSummedUp}) IS TRUE AS is_continued
  FROM (
    SELECT n.stream_id, bool_or(n.is_sampled) AS is_sampled, bool_and(n.is_later) FILTER (WHERE n.is_sampled) AS is_later
    FROM touched_streams n
    GROUP BY n.stream_id
  ) n
  JOIN streams s ON s.id = n.stream_id
  LEFT JOIN pruned_samples p ON p.stream_id = s.id
  ${lookUp('sighted_streams', 'k', 'stream_id', 's.id')}
  WHERE n.is_sampled OR s.sample_count IS NOT NULL OR s.figures_from_samples;
  ANALYZE asked_streams`;

/** The additions to the sums of live streams: the last known sample held until the first new one. */
const continuedTotals = `
  SELECT a.id, a.started_at, a.ended_at, a.avg_viewers, a.peak_viewers, a.watchtime, a.lacks_figures, a.is_open, a.seen_at, a.updated_at,
    a.sampled_viewer_ms + u.viewer_ms AS viewer_ms, ${milliseconds('a.first_sampled_at', 'u.last_at')} AS time_ms,
    greatest(a.peak_viewers, u.peak_viewers) AS peak, greatest(a.largest_gap_seconds * 1000, u.longest_ms) AS longest_ms,
    a.first_sampled_at, u.last_at AS last_sampled_at, u.last_viewers, a.sample_count + u.samples AS sample_count
  FROM asked_streams a
  JOIN (
    SELECT h.stream_id, sum(h.held_viewers * h.held_ms) AS viewer_ms, max(h.held_ms) AS longest_ms, max(h.viewers) AS peak_viewers,
      max(h.created_at) AS last_at, max(h.viewers) FILTER (WHERE h.is_last) AS last_viewers, count(*) AS samples
    FROM (
      SELECT v.stream_id, v.created_at, v.viewers, lag(v.viewers, 1, a.last_viewers) OVER w AS held_viewers,
        ${milliseconds('lag(v.created_at, 1, a.last_sampled_at) OVER w', 'v.created_at')} AS held_ms,
        lead(v.created_at) OVER w IS NULL AS is_last
      FROM later_samples v
      JOIN asked_streams a ON a.id = v.stream_id AND a.is_continued
      WINDOW w AS (PARTITION BY v.stream_id ORDER BY v.created_at)
    ) h
    GROUP BY h.stream_id
  ) u ON u.stream_id = a.id`;

const computedTotals = `
  SELECT a.id, a.started_at, a.ended_at, a.avg_viewers, a.peak_viewers, a.watchtime, a.lacks_figures, a.is_open, a.seen_at, a.updated_at,
    u.viewer_ms + COALESCE(p.viewer_ms, 0) AS viewer_ms, u.time_ms + COALESCE(p.time_ms, 0) AS time_ms,
    greatest(u.peak_viewers, p.peak_viewers) AS peak, greatest(u.longest_ms, p.largest_gap_ms) AS longest_ms,
    CASE WHEN p.first_at >= a.started_at THEN p.first_at ELSE u.first_at END AS first_sampled_at, u.last_at AS last_sampled_at,
    u.last_viewers, u.samples + COALESCE(p.sample_count - 1, 0) AS sample_count
  FROM asked_streams a
  LEFT JOIN pruned_samples p ON p.stream_id = a.id
  CROSS JOIN LATERAL (${sumsOfStream('a.id')}) u
  WHERE NOT a.is_continued`;

const figures = `
  derived AS MATERIALIZED (
    SELECT f.*, COALESCE(${roundedQuotient('f.viewer_ms', 'f.time_ms')}, f.peak)::bigint AS mean,
      ${roundedQuotient('f.viewer_ms', '60000')} AS viewer_minutes
    FROM (${continuedTotals} UNION ALL ${computedTotals}) f
  ), figures AS MATERIALIZED (
    SELECT d.id, w.*, d.first_sampled_at, d.last_sampled_at, d.last_viewers, d.sample_count,
      ${roundedQuotient(`greatest(d.longest_ms, ${milliseconds('d.started_at', 'd.first_sampled_at')})`, '1000')}::bigint
        AS largest_gap_seconds,
      -- The last sample of a live stream holds for no time yet.
      CASE WHEN d.ended_at IS NULL THEN d.viewer_ms END AS sampled_viewer_ms,
      CASE WHEN d.is_open AND COALESCE(d.seen_at, d.last_sampled_at) IS NOT NULL THEN greatest(d.started_at, d.seen_at, d.last_sampled_at) END
        AS observed_at,
      d.updated_at,
      d.lacks_figures AND ROW(d.avg_viewers, d.peak_viewers, d.watchtime) IS DISTINCT FROM ROW(w.avg_viewers, w.peak_viewers, w.watchtime)
        AS is_derived,
      d.viewer_minutes > ${largestFigure} AS is_capped
    FROM derived d
    CROSS JOIN LATERAL (
      SELECT d.mean AS avg_viewers, d.peak AS peak_viewers, (${capped('d.viewer_minutes')})::bigint AS watchtime,
        d.peak IS NOT NULL AS figures_from_samples
      WHERE d.lacks_figures
      UNION ALL
      SELECT d.avg_viewers, d.peak_viewers, d.watchtime, FALSE
      WHERE NOT d.lacks_figures
    ) w
  )`;
