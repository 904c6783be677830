import { searchedGames } from '../../games/game-order.js';
import { searchPageUnits } from '../../rate-limit/request-units.js';
import { foundColumns } from '../columns/streamers.js';
import { channelIn } from '../compare/typed-name.js';
import { listTable } from '../downloads/file-table.js';
import { ListKind } from '../kinds/page-kind.js';
import { ListSources } from '../parts/lists/list-sources.js';
import { similarShown } from '../parts/names/did-you-mean.js';
import { foundPerPage, liveFound, Results, SearchPage } from './search.page.js';
import { SearchQuery } from './search.query.js';

export const searchKind: ListKind<SearchQuery> = {
  ...{ path: 'search', pageQuery: SearchQuery, failure: 'Failed to search', units: searchPageUnits },
  source: ListSources,
  show: async (sources, _params, asked) => {
    const query = { ...asked, q: channelIn(asked.q) ?? asked.q.trim() };
    const [results, platforms] = await Promise.all([
      query.q === '' ? null : findResults(sources, query),
      sources.meta.listPlatforms(),
    ]);
    return <SearchPage {...{ query, results, platforms }} />;
  },
  list: {
    name: 'search',
    open: ({ streamers }, { q: query, platform }) =>
      listTable(foundColumns, (limit, cursor) => streamers.list({ query, platform, limit, cursor })),
  },
};

async function findResults(sources: ListSources, { q: query, platform, cursor }: SearchQuery): Promise<Results> {
  const [streamers, games, live] = await Promise.all([
    sources.streamers.list({ query, platform, limit: foundPerPage, cursor }),
    cursor === 0 ? sources.games.listNamed(query, searchedGames) : [],
    cursor === 0 ? sources.streams.listTitled(query, liveFound, platform) : null,
  ]);
  const isFound = Boolean(streamers.total) || cursor > 0;
  return { streamers, games, live, similar: isFound ? [] : await sources.streamers.listSimilar(query, similarShown) };
}
