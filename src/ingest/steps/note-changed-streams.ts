import type { Client } from 'pg';
import { changedStreams, sampledDays } from '../session.js';

/** The columns of a stream whose change can affect its figures, its end or the end of its neighbor. */
const deciding = ['streamer_id', 'started_at', 'ended_at', 'game_name', 'avg_viewers', 'peak_viewers', 'watchtime'];
const listOf = (alias: string) => deciding.map((name) => `${alias}.${name}`).join(', ');

/**
 * Notes the staged streams that are new or differ from the stored ones, and the former neighbors of streams that move.
 * Runs before the staged streams are merged.
 */
export async function noteStagedStreams(client: Client): Promise<void> {
  await client.query(`
    INSERT INTO ${changedStreams} (stream_id, is_moved, needs_sum)
    SELECT s.id, TRUE, t.id IS NOT NULL
    FROM staging_streams s
    LEFT JOIN streams t ON t.id = s.id
    WHERE t.id IS NULL OR ROW(${listOf('t')}) IS DISTINCT FROM ROW(${listOf('s')})`);
  await noteNeighbors(client);
}

/** Notes the streams whose samples changed. Runs after the staged samples are merged. */
export async function noteSampledStreams(client: Client): Promise<void> {
  await client.query(`
    INSERT INTO ${changedStreams} (stream_id, needs_sum)
    SELECT v.stream_id, NOT COALESCE(v.first_at > l.last_at, l.stream_id IS NOT NULL)
    FROM (
      SELECT q.stream_id, min(q.created_at) AS first_at
      FROM staging_viewer_samples q
      WHERE NOT EXISTS (
        SELECT FROM stored_viewer_samples k
        WHERE k.stream_id = q.stream_id AND k.created_at = q.created_at AND NOT k.is_changed
      )
      GROUP BY q.stream_id
    ) v
    LEFT JOIN live_streams l ON l.stream_id = v.stream_id`);
}

/** Notes the days of the staged samples. */
export async function noteSampledDays(client: Client): Promise<void> {
  await client.query(`
    TRUNCATE ${sampledDays};
    INSERT INTO ${sampledDays} (stream_id, first_at, last_at)
    SELECT v.stream_id, min(v.created_at), max(v.created_at)
    FROM staging_viewer_samples v
    GROUP BY v.stream_id, date_bin('1 day', v.created_at, '2000-01-01T00:00:00Z')`);
}

/**
 * Notes the stream before each moved stream on the same channel, where the moved stream is now. Only this neighbor can
 * have another end: an inferred end depends on the next stream. Of streams with the same start, the one with the lowest
 * ID is the newest.
 */
export async function noteNeighbors(client: Client): Promise<void> {
  await client.query(`
    INSERT INTO ${changedStreams} (stream_id)
    SELECT p.id
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
