import type { Client } from 'pg';
import { capped, largestFigure, roundedQuotient } from '../../database/exact-figures.js';
import { countedSamples, milliseconds } from '../counted-samples.js';
import { changeAndList, currentImport } from './import-record.js';

/** What became of the figures that come from samples. */
export interface DerivedFigures {
  /** Streams whose figures changed. */
  derived: number;
  /** Those among them whose watchtime is more than the largest figure. */
  capped: number;
}

/**
 * Computes the figures of the streams that this transaction touched and that have no figures of their own. A stream of which
 * no sample counts any more loses those that came from samples.
 *
 * A sample holds until the next one, the last until the stream's end, and for no time while the stream is live. To the sums
 * over these come those of the samples that were pruned.
 *
 *     avg_viewers  = sum(viewers * time held) / sum(time held), rounded; the one sample where none was held
 *     peak_viewers = max(viewers)
 *     watchtime    = sum(viewers * minutes held), rounded; at most 2^53 - 1
 */
export async function deriveSampleFigures(client: Client): Promise<DerivedFigures> {
  const derive = `
    WITH asked AS (
      SELECT DISTINCT n.stream_id
      FROM touched_streams n
      JOIN streams s ON s.id = n.stream_id
      WHERE s.figures_from_samples OR (s.avg_viewers IS NULL AND s.peak_viewers IS NULL AND s.watchtime IS NULL)
    ), held AS (
      SELECT h.stream_id, h.viewers, COALESCE(${milliseconds('h.held_from', 'h.held_until')}, 0) AS held_ms
      FROM (${countedSamples('SELECT a.stream_id FROM asked a')}) h
    ), sums AS (
      SELECT h.stream_id, sum(h.viewers * h.held_ms) AS viewer_ms, sum(h.held_ms) AS time_ms, max(h.viewers) AS peak_viewers
      FROM held h
      GROUP BY h.stream_id
    ), totals AS (
      SELECT a.stream_id, u.viewer_ms + COALESCE(p.viewer_ms, 0) AS viewer_ms, u.time_ms + COALESCE(p.time_ms, 0) AS time_ms,
        greatest(u.peak_viewers, p.peak_viewers) AS peak_viewers
      FROM asked a
      LEFT JOIN sums u ON u.stream_id = a.stream_id
      LEFT JOIN pruned_samples p ON p.stream_id = a.stream_id
    ), figures AS (
      SELECT f.stream_id, COALESCE(${roundedQuotient('f.viewer_ms', 'f.time_ms')}, f.peak_viewers)::bigint AS avg_viewers,
        f.peak_viewers, ${roundedQuotient('f.viewer_ms', '60000')} AS watchtime
      FROM totals f
    )
    UPDATE streams t
    SET avg_viewers = f.avg_viewers, peak_viewers = f.peak_viewers, watchtime = (${capped('f.watchtime')})::bigint,
      figures_from_samples = f.peak_viewers IS NOT NULL, import_id = ${currentImport}
    FROM figures f
    WHERE t.id = f.stream_id AND (t.figures_from_samples OR f.peak_viewers IS NOT NULL)
      AND ROW(t.avg_viewers, t.peak_viewers, t.watchtime, t.figures_from_samples)
        IS DISTINCT FROM ROW(f.avg_viewers, f.peak_viewers, (${capped('f.watchtime')})::bigint, TRUE)`;
  const isCapped = `f.watchtime > ${largestFigure} AS is_capped`;
  const rows = await changeAndList<{ is_capped: boolean }>(client, 'streams', derive, isCapped);
  return { derived: rows.length, capped: rows.filter((row) => row.is_capped).length };
}
