import { Injectable } from '@nestjs/common';
import { defaultDays } from '../figures/windows.js';
import { BoardKey, selectBoardId } from '../leaderboard/boards.js';
import { platformColumns } from '../database/list-filters.js';
import { PrismaService } from '../database/prisma.service.js';
import { Prisma } from '../generated/prisma/client.js';
import { Game, GameStreamer } from './dto/game.response.js';
import { selectTypos } from '../streamer/one-typo.js';
import { GameFigure, gameOrders, GamesFigure, searchedGames } from './game-order.js';

/** SQL for the ID under which the games of a board are stored. */
const gamesOf = (board: BoardKey) => Prisma.sql`(SELECT b.games_id FROM boards b WHERE b.id = ${selectBoardId(board)})`;

const newestBoard = gamesOf(defaultDays);

const gameColumns = Prisma.sql`
  e.name, e.stream_count, e.streamer_count, e.total_minutes, e.avg_viewers, e.peak_viewers, e.watchtime`;

/** The games that a search compares, with their name keys. */
const searchable = Prisma.sql`(
  SELECT g.*, name_key(g.name) AS key
  FROM game_entries g
  WHERE g.board_id = ${newestBoard} AND g.position < ${searchedGames}
)`;

/** Reads the ranking of the last refresh. Uses SQL, because the rows are the response. */
@Injectable()
export class GamesRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Returns the games of a board from the position `from` on by a figure, then by watchtime and name; [] past the end. */
  rankGames(
    from: number,
    limit: number,
    figure: GamesFigure = 'watchtime',
    board: BoardKey = defaultDays,
  ): Promise<Game[]> {
    // Stored positions have the order by watchtime, so this page costs the same at each position.
    const isStored = figure === 'watchtime';
    const range = Prisma.sql`AND e.position >= ${from}::bigint AND e.position < ${from}::bigint + ${limit}::int`;
    return this.prisma.boardRows<Game>(Prisma.sql`
      SELECT ${gameColumns}
      FROM game_entries e
      WHERE e.board_id = ${gamesOf(board)} ${isStored ? range : Prisma.empty}
      ORDER BY ${gameOrders[figure]}
      LIMIT ${limit} OFFSET ${isStored ? 0 : from}`);
  }

  /** Returns the number of ranked games; null without a board. */
  async countGames(board: BoardKey = defaultDays): Promise<number | null> {
    const [row] = await this.prisma.boardRows<{ total: number }>(Prisma.sql`
      SELECT b.game_count AS total FROM boards b WHERE b.id = ${selectBoardId(board)}`);
    return row?.total ?? null;
  }

  /**
   * Returns the games whose name contains a text, without separators: the whole name first, then starts of names, each
   * by watchtime. Compares the first {@link searchedGames} games. Without OFFSET 0, PostgreSQL would compute the key of the
   * text again for each game.
   */
  listNamed(text: string, limit: number): Promise<Game[]> {
    return this.prisma.boardRows<Game>(Prisma.sql`
      SELECT ${gameColumns}
      FROM (SELECT nullif(name_key(${text}), '') AS key OFFSET 0) a
      JOIN ${searchable} e ON position(a.key IN e.key) > 0
      ORDER BY e.key = a.key DESC, starts_with(e.key, a.key) DESC, e.position
      LIMIT ${limit}`);
  }

  /** Returns the games whose name differs from a text by one typo ({@link selectTypos}), by watchtime. */
  listSimilar(text: string, limit: number): Promise<Game[]> {
    return this.prisma.boardRows<Game>(Prisma.sql`
      SELECT ${gameColumns}
      FROM ${selectTypos(text)} t
      JOIN ${searchable} e ON e.key = ANY (t.typos)
      ORDER BY e.position
      LIMIT ${limit}`);
  }

  /** Returns the game with exactly this name; null if no stream of the window has the game. */
  async findGame(name: string): Promise<Game | null> {
    const [row] = await this.prisma.boardRows<Game>(Prisma.sql`
      SELECT ${gameColumns}
      FROM game_entries e
      WHERE e.board_id = ${newestBoard} AND e.name = ${name}`);
    return row ?? null;
  }

  /** Returns the names that are names of games in the window. */
  async listKnown(names: readonly string[]): Promise<string[]> {
    const rows = await this.prisma.boardRows<{ name: string }>(Prisma.sql`
      SELECT e.name FROM game_entries e WHERE e.board_id = ${newestBoard} AND e.name = ANY (${names}::text[])`);
    return rows.map(({ name }) => name);
  }

  /**
   * Returns the streamers of a game from the position `from` on by a figure, highest first, then by watchtime and ID.
   */
  listStreamers(name: string, limit: number, figure: GameFigure = 'watchtime', from = 0): Promise<GameStreamer[]> {
    return this.prisma.boardRows<GameStreamer>(Prisma.sql`
      SELECT u.id::text AS id, COALESCE(u.login, u.id::text) AS name, u.display_name, u.profile_image,
        t.stream_count, t.total_minutes, t.avg_viewers, t.peak_viewers, t.watchtime, ${platformColumns('streamers', 'u.id')}
      FROM game_entries g
      CROSS JOIN LATERAL (
        SELECT e.*, row_number() OVER (ORDER BY ${gameOrders[figure]}) AS place
        FROM game_streamers e
        WHERE e.board_id = g.board_id AND e.game_position = g.position
        ORDER BY ${gameOrders[figure]}
        LIMIT ${limit} OFFSET ${from}
      ) t
      JOIN streamers u ON u.id = t.streamer_id
      WHERE g.board_id = ${newestBoard} AND g.name = ${name}
      ORDER BY t.place`);
  }
}
