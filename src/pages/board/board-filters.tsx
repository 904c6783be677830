import { useSite } from '../layout/site.js';
import { plainText } from '../parts/names/texts.js';
import { figuresOfGame } from './board-paths.js';
import { boardFigures } from './board-table.js';
import { boardSizes, BoardQuery } from './board.query.js';

interface BoardFiltersProps {
  query: BoardQuery;
  /** The games to choose from. */
  games: readonly string[];
}

/** A form for the order, the game and the number of rows. */
export function BoardFilters({ query, games }: BoardFiltersProps) {
  const { hrefOf } = useSite();
  const { sort, days, limit, game } = query;
  const names = game === '' || games.includes(game) ? games : [game, ...games];
  const figures = boardFigures.filter(({ metric }) => game === '' || figuresOfGame[metric] !== undefined);
  return (
    <form class="fields board-filters" action={hrefOf('/')}>
      {days === 30 ? null : <input type="hidden" name="days" value={days} />}
      <Select
        name="sort"
        label="Order by"
        chosen={sort}
        options={figures.map(({ metric, heading }) => [metric, heading])}
      />
      <Select
        name="game"
        label="Game, 30 days"
        chosen={game}
        options={[['', 'Any game'], ...names.map((name) => [name, plainText(name)] as const)]}
      />
      <Select
        name="limit"
        label="Rows"
        chosen={String(limit)}
        options={boardSizes.map((size) => [String(size), String(size)])}
      />
      <button type="submit" class="go">
        Show
      </button>
    </form>
  );
}

interface SelectProps {
  name: string;
  label: string;
  chosen: string;
  /** Values with their texts. */
  options: readonly (readonly [string, string])[];
}

function Select({ name, label, chosen, options }: SelectProps) {
  return (
    <div>
      <label for={`board-${name}`}>{label}</label>
      <select id={`board-${name}`} name={name}>
        {options.map(([value, text]) => (
          <option key={value} value={value} selected={value === chosen}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
