import type { Client } from 'pg';
import { changedStreams, sampledDays, staged } from '../session.js';

/**
 * Notes the staged streams that are new or differ from the stored ones in a column that can affect their figures or
 * ends. Runs before the staged streams are merged.
 */
export async function noteStagedStreams(client: Client): Promise<void> {
  await client.query(`
    INSERT INTO ${changedStreams} (stream_id, is_moved, needs_sum)
    SELECT s.id, t.id IS NULL OR m.is_moved, m.is_moved OR m.has_other_figures
    FROM ${staged('streams')} s
    LEFT JOIN streams t ON t.id = s.id
    CROSS JOIN LATERAL (
      SELECT t.id IS NOT NULL AND ROW(t.streamer_id, t.started_at, t.ended_at) IS DISTINCT FROM ROW(s.streamer_id, s.started_at, s.ended_at)
        AS is_moved,
        t.id IS NOT NULL AND ROW(t.avg_viewers, t.peak_viewers, t.watchtime) IS DISTINCT FROM ROW(s.avg_viewers, s.peak_viewers, s.watchtime)
          AS has_other_figures
    ) m
    WHERE t.id IS NULL OR m.is_moved OR m.has_other_figures
      -- live_streams has a copy.
      OR (t.ended_at IS NULL AND ROW(t.game_name, t.language) IS DISTINCT FROM ROW(s.game_name, s.language))`);
}

/**
 * Notes the streams of the staged samples, also of samples that are stored already.
 */
export async function noteSampledStreams(client: Client): Promise<void> {
  await client.query(`
    INSERT INTO ${changedStreams} (stream_id, needs_sum)
    SELECT d.stream_id, NOT COALESCE(d.first_at > l.last_at, l.stream_id IS NOT NULL)
    FROM (SELECT q.stream_id, min(q.first_at) AS first_at FROM ${sampledDays} q GROUP BY q.stream_id) d
    LEFT JOIN live_streams l ON l.stream_id = d.stream_id`);
}

/**
 * Notes the days of the staged samples.
 */
export async function noteSampledDays(client: Client): Promise<void> {
  await client.query(`
    TRUNCATE ${sampledDays};
    INSERT INTO ${sampledDays} (stream_id, first_at, last_at)
    SELECT v.stream_id, min(v.created_at), max(v.created_at)
    FROM ${staged('viewer_samples')} v
    GROUP BY v.stream_id, date_bin('1 day', v.created_at, '2000-01-01T00:00:00Z')`);
}

/**
 * Notes the stream before each new, moved or removed stream, because an inferred end can depend on the next stream.
 * Leaves out streams with a given end. Runs before such a change and after it. Of streams with the same start, the one
 * with the lowest ID is the newest.
 */
export async function noteNeighbors(client: Client): Promise<void> {
  await client.query(`
    INSERT INTO ${changedStreams} (stream_id, is_moved)
    SELECT p.id, TRUE
    FROM (SELECT DISTINCT c.stream_id FROM ${changedStreams} c WHERE c.is_moved) c
    JOIN streams s ON s.id = c.stream_id
    CROSS JOIN LATERAL (
      SELECT r.id, r.end_reason
      FROM streams r
      WHERE r.streamer_id = s.streamer_id AND r.started_at <= s.started_at AND (r.started_at < s.started_at OR r.id > s.id)
      ORDER BY r.started_at DESC, r.id
      LIMIT 1
    ) p
    WHERE p.end_reason IS DISTINCT FROM 'given'`);
}
