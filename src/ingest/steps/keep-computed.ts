import type { Client } from 'pg';
import { staged } from '../session.js';

/**
 * Completes staged streams: a line without figures keeps figures from samples, and a line without an end keeps an
 * inferred end.
 */
export async function keepComputed(client: Client): Promise<void> {
  await client.query(`
    UPDATE ${staged('streams')} s
    SET avg_viewers = t.avg_viewers, peak_viewers = t.peak_viewers, watchtime = t.watchtime, figures_from_samples = TRUE
    FROM streams t
    WHERE t.id = s.id AND t.figures_from_samples
      AND s.avg_viewers IS NULL AND s.peak_viewers IS NULL AND s.watchtime IS NULL`);
  await client.query(`
    UPDATE ${staged('streams')} s SET ended_at = greatest(s.started_at, t.ended_at), end_reason = t.end_reason
    FROM streams t
    WHERE t.id = s.id AND t.end_reason <> 'given' AND s.ended_at IS NULL`);
}
