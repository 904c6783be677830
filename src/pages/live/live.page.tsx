import { Page } from '../../http/lists/page.js';
import { LiveStream } from '../../streams/live/live-stream.response.js';
import { Layout } from '../layout/layout.js';
import { GameLine } from '../parts/names/game-name.js';
import { streamPath, withQuery } from '../parts/names/link.js';
import { ListPanel, listTitle } from '../parts/lists/list-panel.js';
import { isCertain, LiveMark, LiveTime } from '../parts/names/live-mark.js';
import { Age, GrowingDuration } from '../parts/moments.js';
import { Count, Unknown } from '../parts/numbers.js';
import { streamerColumn, StreamerName, streamerOf } from '../parts/names/streamer-name.js';
import { Column, DataTable } from '../parts/lists/table.js';
import { plainText, TextLink } from '../parts/names/texts.js';

export const livePerPage = 50;

/** The live streams, by viewers. */
export function LivePage({ live, cursor }: { live: Page<LiveStream>; cursor: number }) {
  const data = withQuery('/v1/streams/live', { limit: livePerPage, cursor: cursor || undefined });
  const columns: readonly Column<LiveStream>[] = [
    {
      ...streamerColumn,
      show: (stream) => (
        <>
          <StreamerName streamer={streamerOf(stream)} />
          <small class="on-phone">
            <Title stream={stream} />
          </small>
        </>
      ),
    },
    { heading: 'Viewers', class: 'num', show: ({ viewers }) => <Count value={viewers} /> },
    {
      heading: 'Title and game',
      class: 'title',
      line: ({ game_name }) => plainText(game_name ?? '') || null,
      show: (stream) => (
        <>
          <Title stream={stream} />
          <GameLine name={stream.game_name} />
        </>
      ),
    },
    {
      heading: 'Live for',
      class: 'num',
      line: (stream) => <LiveTime stream={stream} />,
      show: (stream) =>
        isCertain(stream) ? <GrowingDuration minutes={stream.live_minutes} /> : <LiveMark stream={stream} />,
    },
    {
      heading: 'Last observed',
      class: 'num',
      line: () => null,
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

function Title({ stream: { id, title } }: { stream: LiveStream }) {
  return <TextLink to={streamPath(id)} text={title} empty="No title" />;
}
