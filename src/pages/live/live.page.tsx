import { Page } from '../../http/page.js';
import { LiveStream } from '../../streams/dto/live-stream.response.js';
import { Layout } from '../layout/layout.js';
import { Bar } from '../parts/bar.js';
import { dataForms } from '../parts/data-forms.js';
import { GameLine } from '../parts/game-name.js';
import { Link, streamPath, withQuery } from '../parts/link.js';
import { ListPanel } from '../parts/list-panel.js';
import { listTitle } from '../parts/list-title.js';
import { LiveTime } from '../parts/live-mark.js';
import { Moment } from '../parts/moments.js';
import { Count } from '../parts/numbers.js';
import { StreamerName, streamerOf } from '../parts/streamer-name.js';
import { Column, DataTable } from '../parts/table.js';
import { Stranger } from '../parts/texts.js';

export const livePerPage = 50;

/** The live streams, by viewers. */
export function LivePage({ live, cursor }: { live: Page<LiveStream>; cursor: number }) {
  const data = dataForms('/v1/streams/live', { limit: livePerPage, cursor: cursor || undefined }, ['csv']);
  const largest = Math.max(0, ...live.items.map(({ viewers }) => viewers ?? 0));
  const columns: readonly Column<LiveStream>[] = [
    { heading: 'Streamer', isHead: true, show: (stream) => <StreamerName streamer={streamerOf(stream)} /> },
    {
      heading: 'Viewers',
      class: 'num sorted',
      show: ({ viewers }) => (
        <>
          <Bar value={viewers ?? 0} largest={largest} />
          <Count value={viewers} />
        </>
      ),
    },
    {
      heading: 'Title and game',
      class: 'title',
      show: ({ id, title, game_name }) => (
        <>
          <Link to={streamPath(id)}>
            <Stranger text={title} empty="No title" />
          </Link>
          <GameLine name={game_name} />
        </>
      ),
    },
    { heading: 'Live for', class: 'num', show: (stream) => <LiveTime stream={stream} /> },
    { heading: 'Last seen', class: 'num', show: ({ last_seen_at }) => <Moment at={last_seen_at} /> },
  ];
  return (
    <Layout
      title={listTitle('Live now', cursor)}
      description="Live streams by viewers."
      path="/live"
      section="Live"
      data={data}
    >
      <h1 class="sr">Live now</h1>
      <ListPanel
        id="live"
        title="Live now"
        data={data}
        note="Sorted by viewers in the last sample. Streams without a sample come last."
        pages="Pages of live streams"
        cursor={cursor}
        limit={livePerPage}
        list={live}
        empty={cursor > 0 ? 'The list ends before this page.' : 'No live streams.'}
        pathAt={(at) => withQuery('/live', { cursor: at })}
      >
        <DataTable label="Live streams" columns={columns} rows={live.items} />
      </ListPanel>
    </Layout>
  );
}
