import pg from 'pg';
import { Window, wholeMinutes, windowEndingAt, windowFigures } from '../../streams/thirty-day-window.js';

export interface RefreshResult {
  entries: number;
  seconds: number;
}

/** Serialises refreshes; any constant will do that nothing else in the database uses. */
const lockKey = 7_204_061_003;

/**
 * Builds the board of the thirty days up to `now` and puts it in place of the one before, in one transaction: readers
 * see the old board until the new one is complete. Refreshes of several processes wait for each other.
 */
export async function refreshLeaderboard(client: pg.Client, now = new Date()): Promise<RefreshResult> {
  const startedAt = performance.now();
  await client.query('BEGIN');
  try {
    await client.query('SELECT pg_advisory_xact_lock($1)', [lockKey]);
    const entries = await replaceBoard(client, windowEndingAt(now));
    await client.query('COMMIT');
    return { entries, seconds: (performance.now() - startedAt) / 1000 };
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

/** The same inside a transaction that the caller has opened; answers how many streamers are on the board. */
export async function replaceBoard(client: pg.Client, window: Window): Promise<number> {
  const board = await client.query<{ id: string }>(
    'INSERT INTO leaderboard_boards (refreshed_at, window_start, entry_count) VALUES ($1, $2, 0) RETURNING id',
    [window.to, window.from],
  );
  const id = board.rows[0]?.id;
  await client.query('DROP TABLE IF EXISTS pg_temp.window_figures');
  await client.query(collectFigures(window));
  await client.query('ANALYZE pg_temp.window_figures');
  const { rowCount } = await client.query(rankEntries, [id, window.from, window.to]);
  await client.query('UPDATE leaderboard_boards b SET entry_count = $2 WHERE b.id = $1', [id, rowCount]);
  await client.query('DELETE FROM leaderboard_entries e WHERE e.board_id <> $1', [id]);
  await client.query('DELETE FROM leaderboard_boards b WHERE b.id <> $1', [id]);
  return rowCount ?? 0;
}

/** PostgreSQL reads in parallel for a CREATE TABLE AS, which takes no parameters, and not for an INSERT. */
function collectFigures({ from, to }: Window): string {
  const moment = (date: Date) => `TIMESTAMPTZ ${pg.escapeLiteral(date.toISOString())}`;
  return `
    CREATE TEMP TABLE window_figures ON COMMIT DROP AS
    SELECT f.streamer_id, ${windowFigures}
    FROM (
      SELECT s.streamer_id, s.avg_viewers, s.peak_viewers, s.watchtime, ${wholeMinutes(moment(to))} AS minutes
      FROM streams s
      WHERE s.started_at >= ${moment(from)} AND s.started_at < ${moment(to)}
    ) f
    GROUP BY f.streamer_id`;
}

/** The last count of followers there is, and what it gained on the first one in the window: two index look-ups each. */
const rankEntries = `
  INSERT INTO leaderboard_entries (
    board_id, streamer_id, name, display_name, followers, watchtime, average_viewers, peak_viewers, follower_gain,
    watchtime_position, average_viewers_position, peak_viewers_position, followers_position, follower_gain_position
  )
  SELECT $1, e.streamer_id, COALESCE(u.login, u.id::text), u.display_name,
    e.followers, e.watchtime, e.avg_viewers, e.peak_viewers, e.follower_gain,
    row_number() OVER (ORDER BY e.watchtime DESC, e.streamer_id) - 1,
    row_number() OVER (ORDER BY e.avg_viewers DESC, e.streamer_id) - 1,
    row_number() OVER (ORDER BY e.peak_viewers DESC, e.streamer_id) - 1,
    row_number() OVER (ORDER BY e.followers DESC, e.streamer_id) - 1,
    row_number() OVER (ORDER BY e.follower_gain DESC, e.streamer_id) - 1
  FROM (
    SELECT f.streamer_id, f.watchtime, f.avg_viewers, f.peak_viewers, COALESCE(l.followers, 0) AS followers,
      CASE WHEN l.created_at >= $2::timestamptz THEN l.followers - o.followers ELSE 0 END AS follower_gain
    FROM pg_temp.window_figures f
    LEFT JOIN LATERAL (
      SELECT p.followers, p.created_at
      FROM follower_points p
      WHERE p.streamer_id = f.streamer_id AND p.created_at < $3::timestamptz
      ORDER BY p.created_at DESC
      LIMIT 1
    ) l ON TRUE
    LEFT JOIN LATERAL (
      SELECT p.followers
      FROM follower_points p
      WHERE p.streamer_id = f.streamer_id AND p.created_at >= $2::timestamptz AND p.created_at < $3::timestamptz
      ORDER BY p.created_at
      LIMIT 1
    ) o ON TRUE
  ) e
  JOIN streamers u ON u.id = e.streamer_id`;
