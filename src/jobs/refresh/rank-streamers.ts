import type pg from 'pg';
import { rankedStreams, recentStreams } from '../../leaderboard/boards.js';
import { coverageFigures } from '../../figures/coverage.js';
import { selectFollowerGain } from '../../figures/follower-gain.js';
import { Window, windowBefore, wholeMinutes, windowFiguresSql } from '../../figures/windows.js';

/**
 * A temporary table with a row for each streamer, in the window and in the window before (`is_before`): figures, last
 * followers and follower gain, whether these are known (`viewers_known`, `followers_known`, `gain_known`), and the
 * coverage of the streams. {@link rankStreamers} fills it, and the end of the transaction drops it.
 */
export const boardFigures = 'pg_temp.board_figures';

/**
 * Ranks the streamers of a window on the leaderboard's board with this ID or, for a window of other `days`, on the
 * board of that window.
 */
export async function rankStreamers(client: pg.Client, id: string, window: Window, days?: number): Promise<void> {
  await client.query(`DROP TABLE IF EXISTS ${boardFigures}`);
  await client.query(collectFigures(window));
  await (days === undefined
    ? client.query(rankEntries('leaderboard_entries (board_id, entry_json', `$1, ${entryJson}`, window), [id])
    : client.query(rankEntries('window_entries (board_id, days', '$1, $2', window), [id, days]));
}

/**
 * The figures of each streamer in the window and in the window before, all as of one moment. PostgreSQL reads in parallel for
 * a CREATE TABLE AS, which takes no parameters, but not for an INSERT.
 */
function collectFigures({ from, to }: Window): string {
  const [before, start, end] = [literal(windowBefore({ from, to }).from), literal(from), literal(to)];
  return `
    CREATE TEMP TABLE ${boardFigures} ON COMMIT DROP AS
    SELECT g.streamer_id, g.is_before, COALESCE(u.login, u.id::text) AS name, u.display_name, g.watchtime::bigint,
      g.avg_viewers::bigint, g.peak_viewers, COALESCE(p.followers, 0) AS followers,
      COALESCE(p.followers - p.start_followers, 0) AS follower_gain, g.viewers_known,
      p.counted_at IS NOT NULL AS followers_known, COALESCE(p.counted_at > p.start_counted_at, FALSE) AS gain_known,
      g.tracked_since, g.last_seen_at, g.sample_count, g.largest_gap_seconds
    FROM (
      SELECT s.streamer_id, s.started_at < ${start} AS is_before, ${windowFiguresSql}, ${coverageFigures},
        count(COALESCE(f.avg_viewers, f.peak_viewers, f.watchtime)) > 0 AS viewers_known
      FROM current_streams s
      CROSS JOIN LATERAL (
        SELECT s.avg_viewers, s.peak_viewers, s.watchtime, ${wholeMinutes(end)} AS minutes
      ) f
      WHERE s.started_at >= ${before} AND s.started_at < ${end}
      GROUP BY s.streamer_id, is_before
    ) g
    CROSS JOIN LATERAL (
      SELECT CASE WHEN g.is_before THEN ${before} ELSE ${start} END AS since,
        CASE WHEN g.is_before THEN ${start} ELSE ${end} END AS until
    ) w
    JOIN streamers u ON u.id = g.streamer_id
    CROSS JOIN LATERAL ${selectFollowerGain('g.streamer_id', 'w.since', 'w.until')} p`;
}

/** An entry as JSON, which only the server of 1.0.0 reads. The next release removes the column. */
const entryJson = `(
  SELECT row_to_json(j)::text
  FROM (
    SELECT r.streamer_id::text AS id, r.name, r.display_name, r.followers, r.watchtime, r.avg_viewers AS averageviewers,
      r.peak_viewers AS peakviewers, r.follower_gain AS followergain
  ) j
)`;

function literal(at: Date): string {
  return `TIMESTAMPTZ '${at.toISOString()}'`;
}

/**
 * Sorted by the primary key, so that a page of the default order is on few pages of the table. The last ranking sorts
 * by the figure anyway, which saves a sort by the position. Only the first {@link rankedStreams} entries by a figure get the
 * viewers of their last streams: these are an index look-up each, and later pages are rarely read.
 */
function rankEntries(tableAndKey: string, key: string, { from, to }: Window): string {
  const by = (figure: string) =>
    `row_number() OVER (PARTITION BY f.is_before ORDER BY f.${figure} DESC, f.streamer_id) - 1`;
  return `
    WITH ranked AS (
      SELECT f.*, ${by('watchtime')} AS by_watchtime, ${by('avg_viewers')} AS by_average, ${by('peak_viewers')} AS by_peak,
        ${by('followers')} AS by_followers, ${by('follower_gain')} AS by_gain
      FROM ${boardFigures} f
    )
    INSERT INTO ${tableAndKey}, streamer_id, name, display_name, followers, watchtime, average_viewers, peak_viewers,
      follower_gain, watchtime_position, average_viewers_position, peak_viewers_position, followers_position,
      follower_gain_position, previous_watchtime_position, previous_average_viewers_position,
      previous_peak_viewers_position, previous_followers_position, previous_follower_gain_position, viewers_known,
      followers_known, gain_known, recent_viewers
    )
    SELECT ${key}, r.streamer_id, r.name, r.display_name, r.followers, r.watchtime, r.avg_viewers, r.peak_viewers,
      r.follower_gain, r.by_watchtime, r.by_average, r.by_peak, r.by_followers, r.by_gain,
      b.by_watchtime, b.by_average, b.by_peak, b.by_followers, b.by_gain, r.viewers_known, r.followers_known, r.gain_known,
      CASE WHEN least(r.by_watchtime, r.by_average, r.by_peak, r.by_followers, r.by_gain) < ${rankedStreams} THEN (
        SELECT array_agg(s.avg_viewers ORDER BY s.started_at, s.id DESC)
        FROM (
          SELECT s.id, s.started_at, s.avg_viewers
          FROM current_streams s
          WHERE s.streamer_id = r.streamer_id AND s.started_at >= ${literal(from)} AND s.started_at < ${literal(to)}
          ORDER BY s.started_at DESC, s.id
          LIMIT ${recentStreams}
        ) s
      ) END
    FROM ranked r
    LEFT JOIN ranked b ON b.streamer_id = r.streamer_id AND b.is_before
    WHERE NOT r.is_before
    ORDER BY r.by_watchtime`;
}
