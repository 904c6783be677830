import type { Client } from 'pg';

const createNotes = `
  CREATE TEMP TABLE IF NOT EXISTS streams_to_figure (stream_id bigint NOT NULL, is_sampled boolean NOT NULL)
  ON COMMIT DROP`;

/** Remembers the staged streams that have no figures of their own. */
export async function noteStreamsWithoutFigures(client: Client): Promise<void> {
  await client.query(createNotes);
  await client.query(`
    INSERT INTO streams_to_figure (stream_id, is_sampled)
    SELECT s.id, FALSE FROM staging_streams s
    WHERE s.figures_from_samples OR (s.avg_viewers IS NULL AND s.peak_viewers IS NULL AND s.watchtime IS NULL)`);
}

/** Remembers the streams of the staged viewer samples. */
export async function noteSampledStreams(client: Client): Promise<void> {
  await client.query(createNotes);
  await client.query(`
    INSERT INTO streams_to_figure (stream_id, is_sampled)
    SELECT DISTINCT v.stream_id, TRUE FROM staging_viewer_samples v`);
}

/**
 * Computes the figures of the streams that this transaction imported, or imported samples of, and that have samples
 * and no figures of their own. A stream whose first samples have been pruned keeps its figures: what is left would tell
 * of its end alone. Answers how many changed.
 *
 * A sample holds until the next one, the last until the stream's end; for no time if the stream is live or ended
 * before it.
 *
 *     avg_viewers  = sum(viewers * seconds held) / sum(seconds held), rounded; the sample itself if none was held
 *     peak_viewers = max(viewers)
 *     watchtime    = sum(viewers * seconds held) / 60, rounded, in viewer-minutes; at most 2^53 - 1
 */
export async function deriveSampleFigures(client: Client): Promise<number> {
  await client.query(createNotes);
  await client.query('ANALYZE streams_to_figure');
  const { rowCount } = await client.query(`
    WITH held AS (
      SELECT v.stream_id, v.created_at, v.viewers,
        extract(epoch FROM COALESCE(lead(v.created_at) OVER stream, greatest(c.ended_at, v.created_at)) - v.created_at)
          AS seconds
      FROM (SELECT DISTINCT n.stream_id FROM streams_to_figure n) n
      JOIN streams c ON c.id = n.stream_id
      JOIN viewer_samples v ON v.stream_id = c.id
      WHERE c.figures_from_samples OR (c.avg_viewers IS NULL AND c.peak_viewers IS NULL AND c.watchtime IS NULL)
      WINDOW stream AS (PARTITION BY v.stream_id ORDER BY v.created_at)
    ), figures AS (
      SELECT h.stream_id,
        COALESCE(round(sum(h.viewers * h.seconds) / nullif(sum(h.seconds), 0)), max(h.viewers))::bigint AS avg_viewers,
        max(h.viewers) AS peak_viewers,
        least(round(sum(h.viewers * h.seconds) / 60), 9007199254740991)::bigint AS watchtime,
        min(h.created_at) AS sampled_from
      FROM held h
      GROUP BY h.stream_id
    )
    UPDATE streams t
    SET avg_viewers = f.avg_viewers, peak_viewers = f.peak_viewers, watchtime = f.watchtime,
      figures_from_samples = TRUE, sampled_from = f.sampled_from
    FROM figures f
    WHERE t.id = f.stream_id
      AND (NOT t.figures_from_samples OR t.sampled_from IS NULL OR f.sampled_from <= t.sampled_from)
      AND ROW(t.avg_viewers, t.peak_viewers, t.watchtime, t.figures_from_samples, t.sampled_from)
        IS DISTINCT FROM ROW(f.avg_viewers, f.peak_viewers, f.watchtime, TRUE, f.sampled_from)`);
  return rowCount ?? 0;
}
