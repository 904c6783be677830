import { Page } from '../../http/lists/page.js';
import { LiveStream } from '../../streams/live/live-stream.response.js';
import { Layout } from '../layout/layout.js';
import { GameLine } from '../parts/names/game-name.js';
import { Link, streamPath, withQuery } from '../parts/names/link.js';
import { ListPanel } from '../parts/lists/list-panel.js';
import { listTitle } from '../parts/lists/list-title.js';
import { LiveMark, LiveTime } from '../parts/names/live-mark.js';
import { Age, durationText } from '../parts/moments.js';
import { Count, Unknown } from '../parts/numbers.js';
import { streamerColumn, StreamerName, streamerOf } from '../parts/names/streamer-name.js';
import { Column, DataTable } from '../parts/lists/table.js';
import { plainText, UntrustedText } from '../parts/names/texts.js';

export const livePerPage = 50;

/** The live streams, by viewers. */
export function LivePage({ live, cursor }: { live: Page<LiveStream>; cursor: number }) {
  const data = withQuery('/v1/streams/live', { limit: livePerPage, cursor: cursor || undefined });
  const columns: readonly Column<LiveStream>[] = [
    { ...streamerColumn, show: (stream) => <StreamerName streamer={streamerOf(stream)} /> },
    { heading: 'Viewers', class: 'num', show: ({ viewers }) => <Count value={viewers} /> },
    {
      heading: 'Title and game',
      class: 'title',
      line: ({ game_name }) => plainText(game_name ?? '') || null,
      show: ({ id, title, game_name }) => (
        <>
          <Link to={streamPath(id)}>
            <UntrustedText text={title} empty="No title" />
          </Link>
          <GameLine name={game_name} />
        </>
      ),
    },
    {
      heading: 'Live for',
      class: 'num',
      line: (stream) => <LiveTime stream={stream} />,
      show: (stream) => (stream.is_stale ? <LiveMark stream={stream} /> : durationText(stream.live_minutes)),
    },
    {
      heading: 'Last observed',
      class: 'num',
      // At the end, because a link keeps its place in a line.
      line: ({ id, title }) => (
        <Link to={streamPath(id)}>
          <UntrustedText text={title} empty="No title" />
        </Link>
      ),
      show: ({ last_seen_at }) => (last_seen_at === null ? <Unknown /> : <Age at={last_seen_at} />),
    },
  ];
  return (
    <Layout
      title={listTitle('Live now', cursor)}
      description="Live streams by viewers."
      path="/live"
      section="Live"
      data={data}
      csv
    >
      <div class="page-head">
        <h1>Live now</h1>
      </div>
      <ListPanel
        id="live"
        title="By viewers"
        data={data}
        files={{ of: 'live' }}
        note="Viewers at the last observation. Streams that nobody counted yet come last."
        pages="Pages of live streams"
        cursor={cursor}
        limit={livePerPage}
        list={live}
        empty="No live streams."
        pathAt={(at) => withQuery('/live', { cursor: at })}
      >
        <DataTable label="Live streams" columns={columns} rows={live.items} />
      </ListPanel>
    </Layout>
  );
}
