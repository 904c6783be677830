import { Injectable, NotFoundException } from '@nestjs/common';
import { defaultDays } from '../figures/windows.js';
import { keptEntries, unknownBoardMessage } from '../leaderboard/boards.js';
import { Page, toPage } from '../http/lists/page.js';
import { unlessBlank } from '../streams/blank-text.js';
import { LiveStreamsService } from '../streams/live/live-streams.service.js';
import { unknownGameMessage } from './dto/game.params.js';
import { Game, GameDetail, GameStreamer } from './dto/game.response.js';
import { GameFigure, GamesFigure, rankedGameStreamers } from './game-order.js';
import { GamesRepository } from './games.repository.js';

@Injectable()
export class GamesService {
  constructor(
    private readonly repository: GamesRepository,
    private readonly streams: LiveStreamsService,
  ) {}

  /**
   * Returns the games of thirty days or of a calendar month by a figure, and the number of these games. Throws a NotFoundException
   * for a month without a board.
   */
  async list(limit: number, cursor: number, figure: GamesFigure = 'watchtime', month?: string): Promise<Page<Game>> {
    const board = month ?? defaultDays;
    const [games, count] = await Promise.all([
      this.repository.rankGames(cursor, limit + 1, figure, board),
      this.repository.countGames(board),
    ]);
    if (month !== undefined && count === null) throw new NotFoundException(unknownBoardMessage);
    const total = month === undefined ? (count ?? 0) : Math.min(count ?? 0, keptEntries);
    return { ...toPage(games, cursor, limit), total };
  }

  /** Returns up to `limit` games of the window whose name contains a text, or is the text with one typo. */
  async listNamed(text: string, limit: number): Promise<Game[]> {
    const games = await this.repository.listNamed(text, limit);
    return games.length > 0 ? games : this.repository.listSimilar(text, limit);
  }

  /** Returns the games of some streams that are also games of the window. */
  async listKnown(streams: readonly { game_name: string | null }[]): Promise<ReadonlySet<string>> {
    const names = new Set(streams.flatMap(({ game_name: name }) => unlessBlank(name) ?? []));
    return new Set(names.size === 0 ? [] : await this.repository.listKnown([...names]));
  }

  /** Returns the streamers of a game that a refresh ranks, and the number of all its streamers. */
  async listStreamers(name: string): Promise<Page<GameStreamer>> {
    const { streamer_count: total } = await this.find(name, 1);
    const streamers = await this.repository.listStreamers(name, rankedGameStreamers);
    return { ...toPage(streamers, 0, rankedGameStreamers), total };
  }

  /**
   * Returns a game with its live streams and top streamers, at most `limit` each. A game that is live now but was not
   * in the last refresh has zeros. Throws a NotFoundException for any other game. `cursor` skips streamers.
   */
  async find(name: string, limit: number, figure: GameFigure = 'watchtime', cursor = 0): Promise<GameDetail> {
    if (unlessBlank(name) === null) throw new NotFoundException(unknownGameMessage);
    const [game, streamers, { items: live }] = await Promise.all([
      this.repository.findGame(name),
      this.repository.listStreamers(name, limit, figure, cursor),
      this.streams.listLive(limit, 0, { game: name }),
    ]);
    if (game === null && live.length === 0) throw new NotFoundException(unknownGameMessage);
    return { ...(game ?? withoutFigures(name)), live, streamers };
  }
}

function withoutFigures(name: string): Game {
  const zeros = { stream_count: 0, streamer_count: 0, total_minutes: 0, avg_viewers: 0, peak_viewers: 0, watchtime: 0 };
  return { name, ...zeros };
}
