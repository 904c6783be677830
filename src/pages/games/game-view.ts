import { Injectable } from '@nestjs/common';
import { defaultDays } from '../../figures/windows.js';
import { LeaderboardService } from '../../leaderboard/leaderboard.service.js';
import { GamesService } from '../../games/games.service.js';
import { LiveStreamsService } from '../../streams/live/live-streams.service.js';
import { PanelDefinition } from '../parts/panels/shown-panel.js';
import { TotalsViewLoader } from '../totals/totals-view.js';
import { GamePageQuery } from './games.query.js';

/** The data of a game page. */
export type GameView = Awaited<ReturnType<GameViewLoader['load']>>;

/** A panel of a game page. The subject is the name of the game. */
export type GamePanel = PanelDefinition<GameView, GameViewLoader, string>;

/** Loads the data of a game page from the services. */
@Injectable()
export class GameViewLoader {
  constructor(
    readonly games: GamesService,
    readonly streams: LiveStreamsService,
    readonly totals: TotalsViewLoader,
    private readonly leaderboard: LeaderboardService,
  ) {}

  /** Throws a NotFoundException for a game that nobody streams. */
  async load(name: string, asked: GamePageQuery) {
    const { sort, cursor, limit } = asked;
    const [game, totals, board] = await Promise.all([
      this.games.find(name, limit, sort, cursor),
      this.totals.loadGame(name),
      this.leaderboard.findSummary(defaultDays),
    ]);
    return { ...totals, game, asked, board };
  }
}
