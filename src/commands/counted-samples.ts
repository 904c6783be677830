import { heldUntil, nextSampleAt, samplesOfStream } from '../streams/sample-hold.js';

const sampleCounts = `${samplesOfStream}
        AND v.created_at > COALESCE(p.last_at, '-infinity')`;
const lastPruned = 'least(greatest(p.last_at, s.started_at), s.ended_at), p.last_viewers';

/**
 * SQL for the samples that count for the figures of streams, and how long each holds: those of the stream's time, and of the
 * pruned ones the last. A sample that lies before that one does not count. `streamIds` is a query with a column `stream_id`,
 * `before` the SQL of a moment; samples from then on are left out.
 *
 * The packed samples have a join of their own: in a join with the view all_viewer_samples PostgreSQL may unpack those of all streams.
 */
export function countedSamples(streamIds: string, before = `'infinity'`): string {
  const counts = `${sampleCounts} AND v.created_at < ${before}`;
  return `
    SELECT v.stream_id, v.viewers, v.created_at AS held_from, ${heldUntil('v.ended_at')} AS held_until,
      ${nextSampleAt} IS NULL AS is_last
    FROM (
      SELECT v.stream_id, v.created_at, v.viewers, s.ended_at
      FROM (${streamIds}) n
      JOIN streams s ON s.id = n.stream_id
      LEFT JOIN pruned_samples p ON p.stream_id = s.id
      JOIN viewer_samples v ON ${counts}
      UNION ALL
      SELECT v.stream_id, v.created_at, v.viewers, s.ended_at
      FROM (${streamIds}) n
      JOIN streams s ON s.id = n.stream_id
      LEFT JOIN pruned_samples p ON p.stream_id = s.id
      JOIN packed_samples k ON k.stream_id = s.id
      CROSS JOIN LATERAL (SELECT k.stream_id, u.created_at, u.viewers FROM unpack_samples(k) u) v
      WHERE ${counts}
      UNION ALL
      SELECT p.stream_id, ${lastPruned}, s.ended_at
      FROM (${streamIds}) n
      JOIN streams s ON s.id = n.stream_id
      JOIN pruned_samples p ON p.stream_id = s.id
    ) v`;
}

/**
 * SQL for the sums over the samples that count for the figures of a stream `s`: one row, with nulls where there is none. `p` is what is
 * summed up of them already, of which only the last sample counts. Samples are read by the key, stream by stream. A join of all of
 * them, of which the planner knows little right after an import, takes four times as long.
 *
 * Nearly all products of viewers and milliseconds fit into a bigint, which spares the time that numeric takes: 2,000,000 viewers do for
 * the 131 years that dates may lie apart.
 */
export const sumsOfStream = `
  SELECT sum(CASE WHEN h.viewers <= 2000000 THEN h.viewers * h.held_ms ELSE 0 END)
      + COALESCE(sum(h.viewers::numeric * h.held_ms) FILTER (WHERE h.viewers > 2000000), 0) AS viewer_ms,
    sum(h.held_ms) AS time_ms, max(h.viewers) AS peak_viewers, count(*) AS samples, min(h.held_from) AS first_at,
    max(h.held_from) AS last_at, max(h.viewers) FILTER (WHERE h.is_last) AS last_viewers, max(h.held_ms) AS longest_ms
  FROM (
    SELECT v.viewers, v.created_at AS held_from, lead(v.created_at) OVER w IS NULL AS is_last,
      COALESCE((date_part('epoch', COALESCE(lead(v.created_at) OVER w, s.ended_at) - v.created_at) * 1000)::bigint, 0) AS held_ms
    FROM (
      SELECT v.created_at, v.viewers FROM viewer_samples v WHERE ${sampleCounts}
      UNION ALL
      SELECT v.created_at, v.viewers
      FROM packed_samples k
      CROSS JOIN LATERAL (SELECT k.stream_id, u.created_at, u.viewers FROM unpack_samples(k) u) v
      WHERE k.stream_id = s.id AND ${sampleCounts}
      UNION ALL
      SELECT ${lastPruned} WHERE p.last_at IS NOT NULL
    ) v
    WINDOW w AS (ORDER BY v.created_at)
  ) h`;

/** SQL for the milliseconds between two moments. */
export function milliseconds(from: string, to: string): string {
  return `(extract(epoch FROM date_trunc('milliseconds', ${to}) - date_trunc('milliseconds', ${from})) * 1000)`;
}
