import { fullNumber } from '../../charts/labels/number-labels.js';
import { Game } from '../../games/dto/game.response.js';
import { LeaderboardMonth } from '../../leaderboard/dto/leaderboard-month.response.js';
import { Page } from '../../http/lists/page.js';
import { rankedGameColumns } from '../columns/games.js';
import { rankItems } from '../columns/streamers.js';
import { shownFigures } from '../parts/figures.js';
import { ListPage } from '../parts/lists/list-page.js';
import { pathTo } from '../parts/names/link.js';
import { GamesPageQuery } from './games.query.js';
import { monthInWords, monthSelect } from '../parts/lists/selects.js';

interface GamesPageProps {
  games: Page<Game>;
  months: readonly LeaderboardMonth[];
  query: GamesPageQuery;
}

/** The games of a window. */
export function GamesPage({ games, months, query }: GamesPageProps) {
  const { sort, cursor, limit, month } = query;
  const span = month === undefined ? 'the last 30 days' : monthInWords(month);
  return (
    <ListPage
      page={{
        title: `Games by ${shownFigures[sort].name.toLowerCase()}, ${month === undefined ? '30 days' : span}`,
        description: `${fullNumber(games.total ?? 0)} games by hours watched, viewers and streamers in ${span}.`,
        ...{ path: '/games', section: 'Games' },
      }}
      heading="Games"
      // The API lists games by watchtime only.
      call={sort === 'watchtime' ? pathTo('/v1/games', { limit, cursor, month }, { cursor: 0 }) : undefined}
      panel={{
        ...{ id: 'games', title: month === undefined ? 'The last 30 days' : span, about: 'game' },
        note: 'A stream counts for its last game. Figures are up to an hour old.',
      }}
      file={{ of: 'games', query: { month } }}
      {...{
        label: 'Games',
        columns: rankedGameColumns,
        list: rankItems(games, cursor),
        query,
        limit,
        defaults: new GamesPageQuery(),
        sorted: sort,
        selects: [monthSelect(months, month)],
      }}
      empty={`No games in ${span}.`}
    />
  );
}
