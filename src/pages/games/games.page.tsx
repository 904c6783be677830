import { fullNumber } from '../../charts/labels/number-labels.js';
import { Game } from '../../games/dto/game.response.js';
import { Page } from '../../http/lists/page.js';
import { rankedGameColumns } from '../columns/games.js';
import { rankItems } from '../columns/streamers.js';
import { shownFigures } from '../parts/figures.js';
import { ListPage } from '../parts/lists/list-page.js';
import { pathTo } from '../parts/names/link.js';
import { GamesPageQuery } from './games.query.js';

/** The games of the window. */
export function GamesPage({ games, query }: { games: Page<Game>; query: GamesPageQuery }) {
  const { sort, cursor, limit } = query;
  return (
    <ListPage
      page={{
        title: `Games by ${shownFigures[sort].name.toLowerCase()}, 30 days`,
        description: `${fullNumber(games.total ?? 0)} games by hours watched, viewers and streamers in the last 30 days.`,
        ...{ path: '/games', section: 'Games' },
      }}
      heading="Games"
      // The API lists games by watchtime only.
      call={sort === 'watchtime' ? pathTo('/v1/games', { limit, cursor }, { cursor: 0 }) : undefined}
      panel={{
        ...{ id: 'games', title: 'The last 30 days', about: 'game' },
        note: 'A stream counts for its last game. Figures are up to an hour old.',
      }}
      file={{ of: 'games' }}
      {...{
        label: 'Games',
        columns: rankedGameColumns,
        list: rankItems(games, cursor),
        query,
        limit,
        defaults: new GamesPageQuery(),
        sorted: sort,
      }}
      empty="No games in the last 30 days."
    />
  );
}
