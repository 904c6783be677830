import { GameParams } from '../../games/dto/game.params.js';
import { boardGroup } from '../../leaderboard/boards.js';
import { PageKind } from '../kinds/page-kind.js';
import { similarShown } from '../parts/names/did-you-mean.js';
import { linkable } from '../parts/names/game-name.js';
import { gamePanels } from './game-panels.js';
import { GamePage } from './game.page.js';
import { GamePageQuery } from './games.query.js';
import { GameViewLoader } from './game-view.js';

export const gameKind: PageKind<GameViewLoader, GameParams, GamePageQuery, string> = {
  ...{ path: 'games/:name', failure: 'Failed to show the game', group: boardGroup, months: '/games' },
  ...{ source: GameViewLoader, params: GameParams, pageQuery: GamePageQuery },
  show: async (views, { name }, query) => <GamePage view={await views.load(name, query)} />,
  listSimilar: async ({ games }, name) => {
    const similar = await games.listNamed(name, similarShown);
    return { games: similar.filter((game) => linkable.test(game.name)) };
  },
  panels: gamePanels,
  subjectOf: ({ name }) => name,
};
