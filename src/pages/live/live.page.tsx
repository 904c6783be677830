import { GameName } from '../parts/game-name.js';
import { Page } from '../../http/page.js';
import { LiveStream } from '../../streams/dto/live-stream.response.js';
import { unlessBlank } from '../../streams/blank-text.js';
import { Layout } from '../layout/layout.js';
import { Bar } from '../parts/bar.js';
import { dataForms } from '../parts/data-forms.js';
import { Link, streamPath, withQuery } from '../parts/link.js';
import { LiveTime } from '../parts/live-mark.js';
import { Moment } from '../parts/moments.js';
import { Count } from '../parts/numbers.js';
import { Paging } from '../parts/paging.js';
import { Panel } from '../parts/panel.js';
import { Scroller } from '../parts/scroller.js';
import { StreamerName } from '../parts/streamer-name.js';
import { Stranger } from '../parts/texts.js';

export const livePerPage = 50;

/** Who is live, by viewers. */
export function LivePage({ live, cursor }: { live: Page<LiveStream>; cursor: number }) {
  const { items, hasMore } = live;
  const largest = Math.max(0, ...items.map(({ viewers }) => viewers ?? 0));
  const data = dataForms('/v1/streams/live', { limit: livePerPage, cursor: cursor === 0 ? undefined : cursor }, [
    'csv',
  ]);
  return (
    <Layout title="Live now" description="The streams that are live, by their viewers." path="/live" section="Live">
      <h1 class="sr">Live now</h1>
      <Panel
        id="live"
        title="Live now"
        data={data}
        note="By the viewers of the last sample. Streams without a sample come last."
      >
        {items.length === 0 ? (
          <p class="empty">{cursor > 0 ? 'The list ends before this page.' : 'Nobody is live.'}</p>
        ) : (
          <Scroller label="Live streams">
            <table>
              <thead>
                <tr>
                  <th scope="col">Streamer</th>
                  <th scope="col" class="num">
                    Viewers
                  </th>
                  <th scope="col">Title and game</th>
                  <th scope="col" class="num">
                    Live for
                  </th>
                  <th scope="col" class="num">
                    Last seen
                  </th>
                </tr>
              </thead>
              <tbody>
                {items.map((stream) => (
                  <Row key={stream.id} stream={stream} largest={largest} />
                ))}
              </tbody>
            </table>
          </Scroller>
        )}
        <Paging
          label="Pages of live streams"
          cursor={cursor}
          shown={items.length}
          limit={livePerPage}
          hasMore={hasMore}
          pathAt={(at) => withQuery('/live', { cursor: at === 0 ? undefined : at })}
        />
      </Panel>
    </Layout>
  );
}

function Row({ stream, largest }: { stream: LiveStream; largest: number }) {
  return (
    <tr>
      <th scope="row">
        <StreamerName
          id={stream.streamer_id}
          name={stream.name}
          displayName={stream.display_name}
          image={stream.profile_image}
        />
      </th>
      <td class="num sorted">
        <Bar value={stream.viewers ?? 0} largest={largest} />
        <Count value={stream.viewers} />
      </td>
      <td class="title">
        <Link to={streamPath(stream.id)}>
          <Stranger text={stream.title} empty="No title" />
        </Link>
        {unlessBlank(stream.game_name) === null ? null : (
          <span class="game">
            <GameName name={stream.game_name} />
          </span>
        )}
      </td>
      <td class="num">
        <LiveTime stream={stream} />
      </td>
      <td class="num">
        <Moment at={stream.last_seen_at} />
      </td>
    </tr>
  );
}
