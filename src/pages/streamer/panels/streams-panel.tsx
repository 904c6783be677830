import { streamColumns } from '../../columns/streams.js';
import { FileTable, listTable } from '../../downloads/file-table.js';
import { PagedTable } from '../../parts/lists/paged-table.js';
import { streamerCall } from '../../parts/names/link.js';
import { newestOnly } from '../../parts/panels/thinned.js';
import {
  rangeCall,
  StreamerPanel,
  StreamerSubject,
  StreamerViewLoader,
  streamsPerPage,
  viewPath,
} from '../streamer-view.js';

/** The streams of the range, newest first or by a figure. */
export const streamsPanel: StreamerPanel = {
  id: 'streams',
  title: 'Streams',
  about: 'streams',
  wide: true,
  hasData: ({ streams, cursor }) => streams.items.length > 0 || cursor > 0,
  empty: 'No streams in this range.',
  show: (view) => {
    const { streamer, streams, cursor, outlines } = view;
    const { sort: sorted } = view.query;
    return {
      note: (sorted !== 'started' && newestOnly(outlines)) || undefined,
      children: (
        <PagedTable
          {...{ label: 'Streams', columns: streamColumns(streamer.last_seen_at), list: streams, cursor, sorted }}
          limit={streamsPerPage}
          pathOf={({ sort = sorted, cursor: at = 0 }) => `${viewPath(view, { sort, cursor: at })}#streams`}
        />
      ),
    };
  },
  // The API has the newest first only.
  call: ({ query: { sort }, streamer, cursor, ...view }) =>
    sort === 'started'
      ? streamerCall(streamer, 'recent-streams', { limit: streamsPerPage, cursor, ...rangeCall(view) }, { cursor: 0 })
      : undefined,
  file: streamsFile,
  year: ({ range: { chosen } }) => (chosen === undefined || chosen === 365 ? undefined : { range: '365' }),
};

/** Returns the file with all streams of a range. The end of the window keeps out streams that start during the download. */
export function streamsFile({ streamer }: StreamerViewLoader, { name, window }: StreamerSubject): FileTable {
  return listTable(streamColumns(), (limit, cursor) => streamer.listRecentStreams(name, { limit, cursor }, window));
}
