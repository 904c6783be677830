import type pg from 'pg';
import { rankedGameStreamers } from '../../games/game-order.js';
import { isNotBlank } from '../../streams/blank-text.js';
import { keptEntries } from '../../leaderboard/boards.js';
import { untilNow, wholeMinutes, windowFiguresSql } from '../../figures/windows.js';
import { BoardToRank, literal } from './rank-streamers.js';

/** Temporary tables with the figures of each game, and of each streamer of a game, in the window. */
const gameFigures = 'pg_temp.game_figures';
const gameStreamerFigures = 'pg_temp.game_streamer_figures';

/**
 * Ranks the games of a window by watchtime on the board with this ID. Ignores empty and blank names. For a number of days, also
 * ranks the streamers with the most watchtime of each game; a month has the first {@link keptEntries} games.
 */
export async function rankGames(client: pg.Client, id: string, board: BoardToRank): Promise<void> {
  await client.query(`DROP TABLE IF EXISTS ${gameFigures}, ${gameStreamerFigures}`);
  await client.query(collect(gameStreamerFigures, 'f.game_name, f.streamer_id', board));
  await client.query(collect(gameFigures, 'f.game_name', board));
  const isMonth = board.month !== undefined;
  await client.query(`${rankEntriesSql} ORDER BY 2 ${isMonth ? `LIMIT ${keptEntries}` : ''}`, [id]);
  if (!isMonth) await client.query(rankStreamersSql, [id, rankedGameStreamers]);
}

/**
 * The figures of the window's streams, grouped. PostgreSQL reads in parallel for a CREATE TABLE AS, which takes no
 * parameters.
 */
function collect(table: string, groups: string, { window, now }: BoardToRank): string {
  const [start, end] = [literal(window.from), literal(untilNow(window, now).to)];
  return `
    CREATE TEMP TABLE ${table} ON COMMIT DROP AS
    SELECT ${groups}, ${windowFiguresSql}
    FROM (
      SELECT s.game_name, s.streamer_id, s.avg_viewers, s.peak_viewers, s.watchtime, ${wholeMinutes(literal(now))} AS minutes
      FROM current_streams s
      WHERE s.started_at >= ${start} AND s.started_at < ${end} AND ${isNotBlank('s.game_name')}
    ) f
    GROUP BY ${groups}`;
}

const rankEntriesSql = `
  INSERT INTO game_entries (
    board_id, position, name, stream_count, streamer_count, total_minutes, avg_viewers, peak_viewers, watchtime
  )
  SELECT $1, row_number() OVER (ORDER BY g.watchtime DESC, g.game_name COLLATE "C") - 1, g.game_name, g.stream_count,
    c.streamer_count, g.total_minutes, g.avg_viewers, g.peak_viewers, g.watchtime
  FROM ${gameFigures} g
  JOIN (
    SELECT f.game_name, count(*) AS streamer_count FROM ${gameStreamerFigures} f GROUP BY f.game_name
  ) c ON c.game_name = g.game_name`;

const rankStreamersSql = `
  INSERT INTO game_streamers (
    board_id, game_position, position, streamer_id, stream_count, total_minutes, avg_viewers, peak_viewers, watchtime
  )
  SELECT $1, e.position, r.position, r.streamer_id, r.stream_count, r.total_minutes, r.avg_viewers, r.peak_viewers,
    r.watchtime
  FROM (
    SELECT f.*, row_number() OVER (PARTITION BY f.game_name ORDER BY f.watchtime DESC, f.streamer_id) - 1 AS position
    FROM ${gameStreamerFigures} f
  ) r
  JOIN game_entries e ON e.board_id = $1 AND e.name = r.game_name
  WHERE r.position < $2
  ORDER BY e.position, r.position`;
