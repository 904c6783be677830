/**
 * Columns of a sample sum: running totals of the viewer samples of a stream. `viewer_ms` adds up viewers times the
 * milliseconds until the next sample; the last sample does not hold yet. `longest_ms` is the longest pause between two
 * samples. All columns of an empty sum are null.
 *
 * The SQL function `stream_figures` (migration `20261126110000_expand`) computes the figures of a stream from the sum,
 * and the view `current_streams` uses the function. Figures of an empty sum are null. `hold` is the time for which the
 * last sample holds.
 *
 *     hold                = ended_at - last_at; 0 while the stream is live, and if last_at is after ended_at
 *     held                = viewer_ms + last_viewers * hold
 *     avg_viewers         = held / (last_at - first_at + hold), rounded; peak_viewers if this time is 0
 *     watchtime           = held in minutes, rounded; at most 2^53 - 1
 *     largest_gap_seconds = greatest of longest_ms, first_at - started_at, hold; in seconds, rounded
 *
 * - A sample outside the time of its stream is stored but does not count. If all samples are outside, the sum is empty.
 * - Pruned samples cannot be removed from a sum: they still count if the stream gets an earlier end or a later start.
 */
export const sumColumns = [
  'first_at',
  'last_at',
  'last_viewers',
  'viewer_ms',
  'peak_viewers',
  'sample_count',
  'longest_ms',
] as const;

/** Returns SQL for the milliseconds between two stored moments, as an integer. */
export function milliseconds(from: string, to: string): string {
  return `(date_part('epoch', ${to} - ${from}) * 1000)::bigint`;
}

/**
 * Returns SQL that is true if a viewer sample `v` counts: from the start to the end of its stream, both inclusive. The
 * bounds keep PostgreSQL from reading partitions of other months.
 */
export function isWithin(stream: string): string {
  return `v.created_at >= ${stream}.started_at AND v.created_at <= COALESCE(${stream}.ended_at, 'infinity')`;
}

/**
 * Returns a query with one row: a sum plus later samples. `base` is the alias of a row with the columns of a sum.
 * `samples` is a query of `created_at` and `viewers`.
 */
export function appendSampleSql(base: string, samples: string): string {
  return `
    SELECT COALESCE(${base}.first_at, n.first_at) AS first_at, COALESCE(n.last_at, ${base}.last_at) AS last_at,
      COALESCE(n.last_viewers, ${base}.last_viewers) AS last_viewers,
      COALESCE(${base}.viewer_ms + n.viewer_ms, ${base}.viewer_ms, n.viewer_ms) AS viewer_ms,
      greatest(${base}.peak_viewers, n.peak_viewers) AS peak_viewers,
      NULLIF(COALESCE(${base}.sample_count, 0) + n.sample_count, 0) AS sample_count,
      greatest(${base}.longest_ms, n.longest_ms) AS longest_ms
    FROM (
      SELECT min(h.created_at) AS first_at, max(h.created_at) AS last_at, max(h.viewers) FILTER (WHERE h.is_last) AS last_viewers,
        sum(h.held_viewers::numeric * h.held_ms) AS viewer_ms, max(h.viewers) AS peak_viewers, count(*) AS sample_count,
        max(h.held_ms) AS longest_ms
      FROM (
        SELECT v.created_at, v.viewers, lag(v.viewers, 1, COALESCE(${base}.last_viewers, 0)) OVER series AS held_viewers,
          ${milliseconds(`lag(v.created_at, 1, COALESCE(${base}.last_at, v.created_at)) OVER series`, 'v.created_at')} AS held_ms,
          lead(v.created_at) OVER series IS NULL AS is_last
        FROM (${samples}) v
        WINDOW series AS (ORDER BY v.created_at)
      ) h
    ) n`;
}

/** Returns a query of the stored and packed samples of `stream` that count and are later than the sum `base`. */
export function samplesAfter(base: string, stream: string, before = `'infinity'`): string {
  const counts = `
    ${isWithin(stream)}
      AND v.created_at > COALESCE(${base}.last_at, '-infinity') AND v.created_at < ${before}`;
  // Joined with the view all_viewer_samples, PostgreSQL may unpack the samples of all streams.
  return `
    SELECT v.created_at, v.viewers FROM viewer_samples v WHERE v.stream_id = ${stream}.id AND ${counts}
    UNION ALL
    SELECT v.created_at, v.viewers
    FROM packed_samples k
    CROSS JOIN LATERAL unpack_samples(k) v
    WHERE k.stream_id = ${stream}.id AND k.last_at >= ${stream}.started_at AND ${counts}`;
}
