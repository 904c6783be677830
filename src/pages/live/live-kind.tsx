import { LanguageQuery, PlatformQuery } from '../../http/query/query-parameters.decorator.js';
import { BlankIsMissing, CursorOnlyQuery } from '../parts/lists/list.query.js';
import { PlatformName } from '../../config/platforms.js';
import { liveColumns } from '../columns/live.js';
import { listTable } from '../downloads/file-table.js';
import { ListKind } from '../kinds/page-kind.js';
import { ListPage } from '../parts/lists/list-page.js';
import { ListSources } from '../parts/lists/list-sources.js';
import { pathTo } from '../parts/names/link.js';
import { languageSelect, platformSelect } from '../parts/lists/selects.js';

const livePerPage = 50;

class LiveQuery extends CursorOnlyQuery {
  @BlankIsMissing()
  @LanguageQuery('streams')
  language?: string;

  @BlankIsMissing()
  @PlatformQuery('streams')
  platform?: PlatformName;
}

/** The live streams, by viewers. */
export const liveKind: ListKind<LiveQuery> = {
  ...{ path: 'live', pageQuery: LiveQuery, failure: 'Failed to show who is live', source: ListSources },
  show: async ({ streams, leaderboard, meta }, _params, query) => {
    const { cursor, language, platform } = query;
    const [list, languages, platforms] = await Promise.all([
      streams.rankLive(livePerPage, cursor, { language, platform }),
      leaderboard.listLanguages(),
      meta.listPlatforms(),
    ]);
    return (
      <ListPage
        page={{ title: 'Live now', description: 'Live streams by viewers.', path: '/live', section: 'Live' }}
        heading="Live now"
        call={pathTo('/v1/streams/live', { limit: livePerPage, cursor, language, platform }, new LiveQuery())}
        panel={{
          ...{ id: 'live', title: 'By viewers', about: 'live-now' },
          note: 'Viewers at the last observation. Streams that nobody counted yet come last.',
        }}
        file={{ of: 'live', query: { language, platform } }}
        {...{
          label: 'Live streams',
          columns: liveColumns,
          list,
          query,
          defaults: new LiveQuery(),
          selects: [languageSelect(languages, language), ...platformSelect(platforms, platform)],
          limit: livePerPage,
        }}
        empty={(language ?? platform) === undefined ? 'No live streams.' : 'No such live streams.'}
      />
    );
  },
  list: {
    name: 'live',
    open: ({ streams }, { language, platform }) =>
      listTable(liveColumns, (limit, cursor) => streams.listLive(limit, cursor, { language, platform })),
  },
};
