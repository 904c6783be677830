import { Page } from '../../http/lists/page.js';
import { LiveStream } from '../../streams/live/live-stream.response.js';
import { liveColumns } from '../columns/live.js';
import { ListPage } from '../parts/lists/list-page.js';
import { CursorOnlyQuery } from '../parts/lists/list.query.js';
import { Link, pathTo } from '../parts/names/link.js';

export const livePerPage = 50;

/** The live streams, by viewers. */
export function LivePage({ live, query }: { live: Page<LiveStream>; query: CursorOnlyQuery }) {
  return (
    <ListPage
      page={{ title: 'Live now', description: 'Live streams by viewers.', path: '/live', section: 'Live' }}
      heading="Live now"
      choice={<Link to="/totals">Totals over time</Link>}
      call={pathTo('/v1/streams/live', { limit: livePerPage, cursor: query.cursor }, new CursorOnlyQuery())}
      panel={{
        ...{ id: 'live', title: 'By viewers', about: 'live-now' },
        note: 'Viewers at the last observation. Streams that nobody counted yet come last.',
      }}
      file={{ of: 'live' }}
      {...{
        label: 'Live streams',
        columns: liveColumns,
        list: live,
        query,
        defaults: new CursorOnlyQuery(),
        limit: livePerPage,
      }}
      empty="No live streams."
    />
  );
}
