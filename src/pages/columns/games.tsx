import { Game } from '../../games/dto/game.response.js';
import { GameFigure, GamesFigure } from '../../games/game-order.js';
import { figureColumn, windowColumns } from '../parts/figures.js';
import { Column, textColumn } from '../parts/lists/column.js';
import { GameName } from '../parts/names/game-name.js';
import { shownFigure } from '../../streamer/shown-figure.js';
import { PlayedGame } from '../streamer/played-games.js';
import { rankColumn, Ranked } from './streamers.js';

const nameColumn = textColumn<{ name: string | null }>('Game', ({ name }) => name ?? 'No game', {
  isHead: true,
  class: 'title',
  show: ({ name }) => <GameName name={name} />,
});

/** The games of the window. */
export const gameColumns: readonly Column<Game, GamesFigure>[] = [
  nameColumn,
  ...windowColumns<Game>(shownFigure),
  figureColumn('streamer_count', 'in line'),
];

export const rankedGameColumns: readonly Column<Ranked<Game>, GamesFigure>[] = [rankColumn, ...gameColumns];

/** The games of a streamer. */
export const playedColumns: readonly Column<PlayedGame, GameFigure>[] = [
  nameColumn,
  ...windowColumns<PlayedGame>((game, key) => game[key]),
];
