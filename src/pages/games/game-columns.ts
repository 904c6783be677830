import { GameFigure } from '../../games/game-order.js';
import { WindowFigures } from '../../streamer/dto/window-figures.js';
import { Column, counts, hours } from '../parts/lists/table.js';

/** The figures by which tables of games sort, with their names in sentences. */
export const figureNames: Readonly<Record<GameFigure, string>> = {
  watchtime: 'hours watched',
  avg_viewers: 'average viewers',
  peak_viewers: 'peak viewers',
  total_minutes: 'hours streamed',
  stream_count: 'streams',
};

/** The columns of a game's figures. */
export const figureColumns: readonly (Column<WindowFigures> & { key: GameFigure })[] = [
  { key: 'watchtime', ...hours('Hours watched', figure('watchtime'), (number) => `${number} h`) },
  { key: 'avg_viewers', ...counts('Avg. viewers', figure('avg_viewers'), (number) => `${number} avg`) },
  { key: 'peak_viewers', ...counts('Peak', figure('peak_viewers'), (number) => `peak ${number}`) },
  { key: 'total_minutes', ...hours('Hours streamed', figure('total_minutes'), () => '') },
  { key: 'stream_count', ...counts('Streams', figure('stream_count'), () => '') },
];

function figure(key: GameFigure) {
  return (row: WindowFigures) => row[key];
}
