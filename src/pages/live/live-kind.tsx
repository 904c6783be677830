import { LanguageQuery, PlatformQuery, TagQuery } from '../../http/query/query-parameters.decorator.js';
import { SearchTextQuery } from '../../http/query/search-text.decorator.js';
import { liveUnits } from '../../rate-limit/request-units.js';
import { BlankIsMissing, CursorOnlyQuery } from '../parts/lists/list.query.js';
import { PlatformName } from '../../config/platforms.js';
import { liveColumns } from '../columns/live.js';
import { listTable } from '../downloads/file-table.js';
import { ListKind } from '../kinds/page-kind.js';
import { ListPage } from '../parts/lists/list-page.js';
import { ListSources } from '../parts/lists/list-sources.js';
import { LiveRows } from '../parts/lists/paged-table.js';
import { pathTo } from '../parts/names/link.js';
import { languageSelect, platformSelect } from '../parts/lists/selects.js';

const livePerPage = 50;

/** The position in the list, and what it contains. */
export class LiveQuery extends CursorOnlyQuery {
  @BlankIsMissing()
  @LanguageQuery('streams')
  language?: string;

  @BlankIsMissing()
  @PlatformQuery('streams')
  platform?: PlatformName;

  @BlankIsMissing()
  @TagQuery()
  tag?: string;

  @BlankIsMissing()
  @SearchTextQuery('Finds streams by their title.')
  title?: string;
}

/** The live streams, by viewers. Their rows are the live part of the page. */
export const liveKind: ListKind<LiveQuery> = {
  ...{ path: 'live', pageQuery: LiveQuery, failure: 'Failed to show who is live', units: liveUnits },
  source: ListSources,
  show: async (sources, _params, query) => {
    const { cursor, ...filter } = query;
    const { language, platform, tag, title } = filter;
    const [rows, languages, platforms] = await Promise.all([
      loadRows(sources, query),
      sources.leaderboard.listLanguages(),
      sources.meta.listPlatforms(),
    ]);
    return (
      <ListPage
        page={{ title: 'Live now', description: 'Live streams by viewers.', path: '/live', section: 'Live' }}
        heading="Live now"
        call={pathTo('/v1/streams/live', { limit: livePerPage, cursor, ...filter }, new LiveQuery())}
        panel={{
          ...{ id: 'live', title: 'By viewers', about: 'live-now' },
          note: 'Viewers at the last observation. Streams that nobody counted yet come last.',
        }}
        file={{ of: 'live', query: { ...filter } }}
        {...rows}
        {...{ query, defaults: new LiveQuery() }}
        selects={[
          languageSelect(languages, language),
          ...platformSelect(platforms, platform),
          { name: 'tag', label: 'Tag', chosen: tag ?? '' },
          { name: 'title', label: 'Title contains', chosen: title ?? '' },
        ]}
      />
    );
  },
  showLive: async (sources, _params, query) => {
    const pathOf = (changes: { cursor?: number }) => listPath({ ...query, cursor: 0, ...changes });
    return <LiveRows {...await loadRows(sources, query)} {...{ cursor: query.cursor, pathOf }} />;
  },
  list: {
    name: 'live',
    open: ({ streams }, { language, platform, tag, title }) =>
      listTable(liveColumns, (limit, cursor) => streams.listLive(limit, cursor, { language, platform, tag, title })),
  },
};

function listPath(query: LiveQuery): string {
  return pathTo('/live', { ...query }, new LiveQuery());
}

async function loadRows({ streams }: ListSources, query: LiveQuery) {
  const { cursor, ...filter } = query;
  return {
    ...{ label: 'Live streams', columns: liveColumns, limit: livePerPage, live: listPath(query) },
    list: await streams.rankLive(livePerPage, cursor, filter),
    empty: Object.values(filter).every((value) => value === undefined) ? 'No live streams.' : 'No such live streams.',
  };
}
