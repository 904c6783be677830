import { heldUntil, nextSampleAt, samplesOfStream } from '../streams/sample-hold.js';

/**
 * SQL for the samples that count for the figures of streams, and how long each sample holds. It selects the samples in
 * the time of the stream, and the last pruned sample; earlier samples do not count. `streamIds` is a query with a
 * column `stream_id`. `before` is the SQL of a moment, from which samples are left out.
 *
 * The packed samples have a separate join: in a join with the view all_viewer_samples, PostgreSQL may unpack the
 * samples of all streams.
 */
export function countedSamples(streamIds: string, before = `'infinity'`): string {
  const counts = `${samplesOfStream}
        AND v.created_at > COALESCE(p.last_at, '-infinity') AND v.created_at < ${before}`;
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
      SELECT p.stream_id, least(greatest(p.last_at, s.started_at), s.ended_at), p.last_viewers, s.ended_at
      FROM (${streamIds}) n
      JOIN streams s ON s.id = n.stream_id
      JOIN pruned_samples p ON p.stream_id = s.id
    ) v`;
}

/**
 * SQL for the sums over the counted samples of one stream: one row, with nulls if nothing counts. `streamId` is the SQL
 * of the stream's ID. For many streams, this reads the samples by the key, one stream after the other. One join of all
 * samples takes four times as long, since the planner has few statistics right after an import.
 *
 * Nearly all products of viewers and milliseconds fit into a bigint, which is faster than numeric: 2,000,000 viewers
 * fit for the 131 years that dates may be apart.
 */
export function sumsOfStream(streamId: string): string {
  return `
    SELECT sum(CASE WHEN h.viewers <= 2000000 THEN h.viewers * h.held_ms ELSE 0 END)
        + COALESCE(sum(h.viewers::numeric * h.held_ms) FILTER (WHERE h.viewers > 2000000), 0) AS viewer_ms,
      sum(h.held_ms) AS time_ms, max(h.viewers) AS peak_viewers, count(*) AS samples, min(h.held_from) AS first_at,
      max(h.held_from) AS last_at, max(h.viewers) FILTER (WHERE h.is_last) AS last_viewers, max(h.held_ms) AS longest_ms
    FROM (
      SELECT c.*, COALESCE((date_part('epoch', c.held_until - c.held_from) * 1000)::bigint, 0) AS held_ms
      FROM (${countedSamples(`SELECT ${streamId} AS stream_id`)}) c
    ) h`;
}

export function milliseconds(from: string, to: string): string {
  return `(extract(epoch FROM date_trunc('milliseconds', ${to}) - date_trunc('milliseconds', ${from})) * 1000)`;
}
