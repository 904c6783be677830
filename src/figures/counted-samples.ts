import { heldUntil, nextSampleAt, samplesOfStream } from './sample-hold.js';

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
      JOIN packed_samples k ON k.stream_id = s.id AND k.last_at >= s.started_at
      CROSS JOIN LATERAL (SELECT k.stream_id, u.created_at, u.viewers FROM unpack_samples(k) u) v
      WHERE ${counts}
      UNION ALL
      SELECT p.stream_id, least(greatest(p.last_at, s.started_at), s.ended_at), p.last_viewers, s.ended_at
      FROM (${streamIds}) n
      JOIN streams s ON s.id = n.stream_id
      JOIN pruned_samples p ON p.stream_id = s.id
    ) v`;
}

export function milliseconds(from: string, to: string): string {
  return `(extract(epoch FROM date_trunc('milliseconds', ${to}) - date_trunc('milliseconds', ${from})) * 1000)`;
}
