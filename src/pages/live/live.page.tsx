import { LanguageQuery, PlatformQuery } from '../../http/query/query-parameters.decorator.js';
import { BlankIsMissing, CursorOnlyQuery } from '../parts/lists/list.query.js';
import { Page } from '../../http/lists/page.js';
import { PlatformName } from '../../config/platforms.js';
import { Language } from '../../leaderboard/dto/language.response.js';
import { LiveStream } from '../../streams/live/live-stream.response.js';
import { liveColumns } from '../columns/live.js';
import { ListPage } from '../parts/lists/list-page.js';
import { Link, pathTo } from '../parts/names/link.js';
import { languageSelect, platformSelect } from '../parts/lists/selects.js';

export const livePerPage = 50;

export class LiveQuery extends CursorOnlyQuery {
  @BlankIsMissing()
  @LanguageQuery('streams')
  language?: string;

  @BlankIsMissing()
  @PlatformQuery('streams')
  platform?: PlatformName;
}

interface LivePageProps {
  live: Page<LiveStream>;
  languages: readonly Language[];
  platforms: readonly PlatformName[];
  query: LiveQuery;
}

/** The live streams, by viewers. */
export function LivePage({ live, languages, platforms, query }: LivePageProps) {
  const { cursor, language, platform } = query;
  return (
    <ListPage
      page={{ title: 'Live now', description: 'Live streams by viewers.', path: '/live', section: 'Live' }}
      heading="Live now"
      choice={<Link to="/totals">Totals over time</Link>}
      call={pathTo('/v1/streams/live', { limit: livePerPage, cursor, language, platform }, new LiveQuery())}
      panel={{
        ...{ id: 'live', title: 'By viewers', about: 'live-now' },
        note: 'Viewers at the last observation. Streams that nobody counted yet come last.',
      }}
      file={{ of: 'live', query: { language, platform } }}
      {...{
        label: 'Live streams',
        columns: liveColumns,
        list: live,
        query,
        defaults: new LiveQuery(),
        selects: [languageSelect(languages, language), ...platformSelect(platforms, platform)],
        limit: livePerPage,
      }}
      empty={(language ?? platform) === undefined ? 'No live streams.' : 'No such live streams.'}
    />
  );
}
