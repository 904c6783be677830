import { shownFigures } from '../parts/figures.js';
import { ListForm } from '../parts/lists/list-form.js';
import { sizeSelect } from '../parts/lists/list.query.js';
import { plainText } from '../parts/names/texts.js';
import { boardPath, figuresOfMetrics, gameFigureOf, metrics } from './board-paths.js';
import { BoardQuery } from './board.query.js';

interface BoardFiltersProps {
  query: BoardQuery;
  /** The games to choose from. */
  games: readonly string[];
}

/** A form for the order, the game and the number of rows. */
export function BoardFilters({ query, games }: BoardFiltersProps) {
  const { sort, limit, game } = query;
  const names = game === '' || games.includes(game) ? games : [game, ...games];
  const offered = metrics.filter((metric) => game === '' || gameFigureOf(metric) !== undefined);
  return (
    <ListForm
      path={boardPath({ ...query, cursor: 0 })}
      selects={[
        {
          ...{ name: 'sort', label: 'Order by', chosen: sort },
          options: offered.map((metric) => [metric, shownFigures[figuresOfMetrics[metric]].name]),
        },
        {
          ...{ name: 'game', label: 'Game, 30 days', chosen: game },
          options: [['', 'Any game'], ...names.map((name) => [name, plainText(name)] as const)],
        },
        sizeSelect(limit),
      ]}
    />
  );
}
