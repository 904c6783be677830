import { streamerForms } from '../parts/data-forms.js';
import { withQuery } from '../parts/link.js';
import { streamerPath } from '../parts/link.js';
import { Paging } from '../parts/paging.js';
import { Panel } from '../parts/panel.js';
import { StreamsTable } from '../parts/streams-table.js';
import { StreamerView, streamsPerPage } from './streamer-view.js';
import { fromOf } from './range-from.js';

/** The streams of the range, newest first. */
export function StreamsPanel({ view: { streamer, streams, cursor, range, window } }: { view: StreamerView }) {
  const query = { limit: streamsPerPage, cursor: cursor === 0 ? undefined : cursor, from: fromOf(window.from) };
  const rangeQuery = range === '30' ? undefined : range;
  return (
    <Panel id="streams" title="Streams" wide data={streamerForms(streamer, 'recent-streams', query, ['csv'])}>
      {streams.items.length === 0 ? (
        <p class="empty">{cursor > 0 ? 'The streams end before this page.' : 'No streams in this range.'}</p>
      ) : (
        <StreamsTable streams={streams.items} label="Streams" lastSeenAt={streamer.last_seen_at} />
      )}
      <Paging
        label="Pages of streams"
        cursor={cursor}
        shown={streams.items.length}
        limit={streamsPerPage}
        hasMore={streams.hasMore}
        pathAt={(at) =>
          `${withQuery(streamerPath(streamer), { range: rangeQuery, cursor: at === 0 ? undefined : at })}#streams`
        }
      />
    </Panel>
  );
}
