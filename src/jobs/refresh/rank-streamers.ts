import type pg from 'pg';
import { keptEntries, rankedStreams, recentStreams } from '../../leaderboard/boards.js';
import { coverageFigures } from '../../figures/coverage.js';
import { selectGain } from '../../figures/count-gain.js';
import { TimeRange } from '../../figures/time.js';
import { untilNow, windowBefore, wholeMinutes, windowFiguresSql } from '../../figures/windows.js';

/** The board of a number of days that end now, or of a calendar month. */
export interface BoardToRank {
  days?: number;
  month?: string;
  /** The streams that started in it are ranked. */
  window: TimeRange;
  now: Date;
  hasGames: boolean;
}

const maxInteger = 2 ** 31 - 1;

/**
 * A temporary table with a row for each streamer, in the window and in the window before (`is_before`): figures, last
 * followers and follower gain, whether these are known (`viewers_known`, `followers_known`, `gain_known`), and the
 * coverage of the streams. {@link rankStreamers} fills it, and the end of the transaction drops it.
 */
export const boardFigures = 'pg_temp.board_figures';

/** Ranks the streamers of a window on the board with this ID. */
export async function rankStreamers(client: pg.Client, id: string, board: BoardToRank): Promise<void> {
  await client.query(`DROP TABLE IF EXISTS ${boardFigures}`);
  await client.query(collectFigures(board));
  await client.query(rankEntries(board), [id]);
}

/**
 * The figures of each streamer in the window and in the window before, all as of one moment. PostgreSQL reads in parallel for
 * a CREATE TABLE AS, which takes no parameters, but not for an INSERT.
 */
function collectFigures({ month, window, now }: BoardToRank): string {
  // The board of a month is compared with the one of the month before when it is read.
  const before = literal(month === undefined ? windowBefore(window).from : window.from);
  const [start, end] = [literal(window.from), literal(untilNow(window, now).to)];
  return `
    CREATE TEMP TABLE ${boardFigures} ON COMMIT DROP AS
    SELECT g.streamer_id, g.is_before, COALESCE(u.login, u.id::text) AS name, u.display_name, g.watchtime::bigint,
      g.avg_viewers::bigint, g.peak_viewers, COALESCE(p.followers, 0) AS followers,
      COALESCE(p.followers - p.start_followers, 0) AS follower_gain, g.viewers_known,
      p.counted_at IS NOT NULL AS followers_known, COALESCE(p.counted_at > p.start_counted_at, FALSE) AS gain_known,
      g.tracked_since, g.last_seen_at, g.sample_count, g.largest_gap_seconds, g.stream_count::int AS stream_count,
      least(g.total_minutes, ${maxInteger})::int AS total_minutes,
      CASE WHEN g.first_language = g.last_language THEN g.first_language WHEN g.first_language IS NOT NULL AND NOT g.is_before THEN (
        SELECT s.language
        FROM streams s
        WHERE s.streamer_id = g.streamer_id AND s.started_at >= w.since AND s.started_at < w.until AND s.language IS NOT NULL
        GROUP BY s.language
        ORDER BY count(*) DESC, s.language COLLATE "C"
        LIMIT 1
      ) END AS language
    FROM (
      SELECT s.streamer_id, s.started_at < ${start} AS is_before, ${windowFiguresSql}, ${coverageFigures},
        count(COALESCE(f.avg_viewers, f.peak_viewers, f.watchtime)) > 0 AS viewers_known,
        min(s.language COLLATE "C") AS first_language, max(s.language COLLATE "C") AS last_language
      FROM current_streams s
      CROSS JOIN LATERAL (
        SELECT s.avg_viewers, s.peak_viewers, s.watchtime, ${wholeMinutes(literal(now))} AS minutes
      ) f
      WHERE s.started_at >= ${before} AND s.started_at < ${end}
      GROUP BY s.streamer_id, is_before
    ) g
    CROSS JOIN LATERAL (
      SELECT CASE WHEN g.is_before THEN ${before} ELSE ${start} END AS since,
        CASE WHEN g.is_before THEN ${start} ELSE ${end} END AS until
    ) w
    JOIN streamers u ON u.id = g.streamer_id
    CROSS JOIN LATERAL ${selectGain('followers', 'g.streamer_id', 'w.since', 'w.until')} p`;
}

/** Returns SQL for a moment. A CREATE TABLE AS takes no parameters. */
export function literal(at: Date | number): string {
  return `TIMESTAMPTZ '${new Date(at).toISOString()}'`;
}

/**
 * Stored in the default order, so that a page of the leaderboard reads few table pages. The last ranking sorts by the figure anyway,
 * which saves a sort by the position. A month has the entries that are among the first {@link keptEntries} by any figure. Only the first {@link rankedStreams} entries by a figure get the
 * viewers of their last streams: these are an index look-up each, and later pages are rarely read.
 */
function rankEntries({ month, window, now }: BoardToRank): string {
  const by = (figure: string) =>
    `row_number() OVER (PARTITION BY f.is_before ORDER BY f.${figure} DESC, f.streamer_id) - 1`;
  const first = 'least(r.by_watchtime, r.by_average, r.by_peak, r.by_followers, r.by_gain)';
  return `
    WITH ranked AS (
      SELECT f.*, ${by('watchtime')} AS by_watchtime, ${by('avg_viewers')} AS by_average, ${by('peak_viewers')} AS by_peak,
        ${by('followers')} AS by_followers, ${by('follower_gain')} AS by_gain
      FROM ${boardFigures} f
    ), left_board AS (
      INSERT INTO previous_positions (
        board_id, streamer_id, watchtime_position, average_viewers_position, peak_viewers_position, followers_position,
        follower_gain_position
      )
      SELECT $1::bigint, b.streamer_id, b.by_watchtime, b.by_average, b.by_peak, b.by_followers, b.by_gain
      FROM ranked b
      WHERE b.is_before AND NOT EXISTS (SELECT FROM ${boardFigures} f WHERE f.streamer_id = b.streamer_id AND NOT f.is_before)
    )
    INSERT INTO board_entries (
      board_id, streamer_id, name, display_name, language, total_minutes, stream_count, followers, watchtime,
      average_viewers, peak_viewers, follower_gain, watchtime_position, average_viewers_position, peak_viewers_position, followers_position,
      follower_gain_position, previous_watchtime_position, previous_average_viewers_position,
      previous_peak_viewers_position, previous_followers_position, previous_follower_gain_position, viewers_known,
      followers_known, gain_known, recent_viewers
    )
    SELECT $1::bigint, r.streamer_id, ${month === undefined ? 'r.name, r.display_name' : 'NULL, NULL'}, r.language, r.total_minutes,
      r.stream_count, r.followers, r.watchtime, r.avg_viewers, r.peak_viewers, r.follower_gain,
      r.by_watchtime, r.by_average, r.by_peak, r.by_followers, r.by_gain,
      b.by_watchtime, b.by_average, b.by_peak, b.by_followers, b.by_gain, r.viewers_known, r.followers_known, r.gain_known,
      CASE WHEN ${first} < ${rankedStreams} THEN (
        SELECT array_agg(s.avg_viewers ORDER BY s.started_at, s.id DESC)
        FROM (
          SELECT s.id, s.started_at, s.avg_viewers
          FROM current_streams s
          WHERE s.streamer_id = r.streamer_id AND s.started_at >= ${literal(window.from)} AND s.started_at < ${literal(untilNow(window, now).to)}
          ORDER BY s.started_at DESC, s.id
          LIMIT ${recentStreams}
        ) s
      ) END
    FROM ranked r
    LEFT JOIN ranked b ON b.streamer_id = r.streamer_id AND b.is_before
    WHERE NOT r.is_before ${month === undefined ? '' : `AND ${first} < ${keptEntries}`}
    ORDER BY r.by_watchtime`;
}
