import { Page } from '../../http/lists/page.js';
import { Language } from '../../leaderboard/dto/language.response.js';
import { LiveStream } from '../../streams/live/live-stream.response.js';
import { liveColumns } from '../columns/live.js';
import { ListPage } from '../parts/lists/list-page.js';
import { languageSelect } from '../parts/language-names.js';
import { Link, pathTo } from '../parts/names/link.js';
import { LiveQuery } from './live.query.js';

export const livePerPage = 50;

interface LivePageProps {
  live: Page<LiveStream>;
  languages: readonly Language[];
  query: LiveQuery;
}

/** The live streams, by viewers. */
export function LivePage({ live, languages, query }: LivePageProps) {
  const { cursor, language } = query;
  return (
    <ListPage
      page={{ title: 'Live now', description: 'Live streams by viewers.', path: '/live', section: 'Live' }}
      heading="Live now"
      choice={<Link to="/totals">Totals over time</Link>}
      call={pathTo('/v1/streams/live', { limit: livePerPage, cursor, language }, new LiveQuery())}
      panel={{
        ...{ id: 'live', title: 'By viewers', about: 'live-now' },
        note: 'Viewers at the last observation. Streams that nobody counted yet come last.',
      }}
      file={{ of: 'live', query: { language } }}
      {...{
        label: 'Live streams',
        columns: liveColumns,
        list: live,
        query,
        defaults: new LiveQuery(),
        selects: [languageSelect(languages, language)],
        limit: livePerPage,
      }}
      empty={language === undefined ? 'No live streams.' : 'No live streams with this language.'}
    />
  );
}
