import pg from 'pg';
import { coverageFigures } from '../../figures/coverage.js';
import { Window, wholeMinutes, windowFigures } from '../../figures/windows.js';

/**
 * Ranks the streamers of a window on the leaderboard's board with this ID or, for a window of other `days`, on the
 * board of that window. Returns the number of streamers.
 */
export async function rankStreamers(client: pg.Client, id: string, window: Window, days?: number): Promise<number> {
  await client.query('DROP TABLE IF EXISTS pg_temp.board_figures');
  await client.query(collectFigures(window));
  const { rowCount } = await (days === undefined
    ? client.query(rankEntries('leaderboard_entries (board_id', '$1'), [id])
    : client.query(rankEntries('window_entries (board_id, days', '$1, $2'), [id, days]));
  return rowCount ?? 0;
}

/**
 * The figures of each streamer, all as of one moment. Uses the last follower point and the first one in the window: two index
 * look-ups per streamer. PostgreSQL reads in parallel for a CREATE TABLE AS, which takes no parameters, but not for an INSERT.
 */
function collectFigures({ from, to }: Window): string {
  const start = `TIMESTAMPTZ ${pg.escapeLiteral(from.toISOString())}`;
  const end = `TIMESTAMPTZ ${pg.escapeLiteral(to.toISOString())}`;
  return `
    CREATE TEMP TABLE board_figures ON COMMIT DROP AS
    SELECT g.streamer_id, COALESCE(u.login, u.id::text) AS name, u.display_name, g.watchtime::bigint, g.avg_viewers::bigint,
      g.peak_viewers, COALESCE(l.followers, 0) AS followers,
      CASE WHEN l.created_at >= ${start} THEN l.followers - o.followers ELSE 0 END AS follower_gain,
      g.tracked_since, g.last_seen_at, g.sample_count, g.largest_gap_seconds
    FROM (
      SELECT s.streamer_id, ${windowFigures}, ${coverageFigures}
      FROM current_streams s
      CROSS JOIN LATERAL (
        SELECT s.avg_viewers, s.peak_viewers, s.watchtime, ${wholeMinutes(end)} AS minutes
      ) f
      WHERE s.started_at >= ${start} AND s.started_at < ${end}
      GROUP BY s.streamer_id
    ) g
    JOIN streamers u ON u.id = g.streamer_id
    LEFT JOIN LATERAL (
      SELECT p.followers, p.created_at
      FROM follower_points p
      WHERE p.streamer_id = g.streamer_id AND p.created_at < ${end}
      ORDER BY p.created_at DESC
      LIMIT 1
    ) l ON TRUE
    LEFT JOIN LATERAL (
      SELECT p.followers
      FROM follower_points p
      WHERE p.streamer_id = g.streamer_id AND p.created_at >= ${start} AND p.created_at < ${end}
      ORDER BY p.created_at
      LIMIT 1
    ) o ON TRUE`;
}

/**
 * Sorted by the primary key, so that a page of the default order is on few pages of the table. The last ranking sorts
 * by the figure anyway, which saves a sort by the position.
 */
const rankEntries = (tableAndKey: string, key: string) => `
  INSERT INTO ${tableAndKey}, streamer_id, name, display_name, followers, watchtime, average_viewers, peak_viewers, follower_gain,
    watchtime_position, average_viewers_position, peak_viewers_position, followers_position, follower_gain_position
  )
  SELECT ${key}, f.streamer_id, f.name, f.display_name, f.followers, f.watchtime, f.avg_viewers, f.peak_viewers,
    f.follower_gain,
    row_number() OVER (ORDER BY f.watchtime DESC, f.streamer_id) - 1,
    row_number() OVER (ORDER BY f.avg_viewers DESC, f.streamer_id) - 1,
    row_number() OVER (ORDER BY f.peak_viewers DESC, f.streamer_id) - 1,
    row_number() OVER (ORDER BY f.followers DESC, f.streamer_id) - 1,
    row_number() OVER (ORDER BY f.follower_gain DESC, f.streamer_id) - 1
  FROM pg_temp.board_figures f
  ORDER BY f.watchtime DESC, f.streamer_id`;
