import { GameDetail } from '../../games/dto/game-detail.response.js';
import { Layout } from '../layout/layout.js';
import { Bar } from '../parts/bar.js';
import { DataTable } from '../parts/data-table.js';
import { dataForms } from '../parts/data-forms.js';
import { gamePath, Link, streamPath } from '../parts/link.js';
import { LiveTime } from '../parts/live-mark.js';
import { Count, Hours } from '../parts/numbers.js';
import { Panel } from '../parts/panel.js';
import { StreamerName } from '../parts/streamer-name.js';
import { plainText, Stranger } from '../parts/texts.js';
import { Tiles } from '../parts/tiles.js';

export const streamersPerGame = 50;

/** A game: its figures, its streamers, and who is live with it. */
export function GamePage({ game }: { game: GameDetail }) {
  const name = plainText(game.name) || 'Unnamed game';
  return (
    <Layout
      title={name}
      description={`Who streams ${name}, and who watches.`}
      path={gamePath(game.name)}
      section="Games"
    >
      <div class="page-head">
        <div>
          <h1>
            <Stranger text={game.name} empty="Unnamed game" />
          </h1>
          <p class="muted">The last 30 days. Figures are up to an hour old.</p>
        </div>
      </div>
      <Tiles
        label="Figures of the game"
        tiles={[
          { name: 'Hours watched', value: <Hours minutes={game.watchtime} /> },
          { name: 'Hours streamed', value: <Hours minutes={game.total_minutes} /> },
          { name: 'Average viewers', value: <Count value={game.avg_viewers} /> },
          { name: 'Peak viewers', value: <Count value={game.peak_viewers} /> },
          { name: 'Streamers', value: <Count value={game.streamer_count} /> },
          { name: 'Streams', value: <Count value={game.stream_count} /> },
        ]}
      />
      <div class="with-side">
        <Streamers game={game} />
        <LiveNow game={game} />
      </div>
    </Layout>
  );
}

function Streamers({ game }: { game: GameDetail }) {
  const largest = game.streamers[0]?.watchtime ?? 0;
  const headings = ['Streamer', '#Hours watched', '#Hours streamed', '#Avg. viewers', '#Peak'];
  return (
    <Panel
      id="streamers"
      title="Streamers"
      note="By hours watched with this game."
      data={dataForms(`/v1/games/${encodeURIComponent(game.name)}`, { limit: streamersPerGame })}
    >
      {game.streamers.length === 0 ? (
        <p class="empty">Nobody yet.</p>
      ) : (
        <DataTable label="Streamers" headings={headings}>
          {game.streamers.map((streamer) => (
            <tr key={streamer.id}>
              <th scope="row">
                <StreamerName
                  id={streamer.id}
                  name={streamer.name}
                  displayName={streamer.display_name}
                  image={streamer.profile_image}
                />
              </th>
              <td class="num sorted">
                <Bar value={streamer.watchtime} largest={largest} />
                <Hours minutes={streamer.watchtime} />
              </td>
              <td class="num">
                <Hours minutes={streamer.total_minutes} />
              </td>
              <td class="num">
                <Count value={streamer.avg_viewers} />
              </td>
              <td class="num">
                <Count value={streamer.peak_viewers} />
              </td>
            </tr>
          ))}
        </DataTable>
      )}
    </Panel>
  );
}

function LiveNow({ game }: { game: GameDetail }) {
  return (
    <Panel id="live" title="Live now">
      {game.live.length === 0 ? <p class="empty">Nobody is live with it.</p> : null}
      <ul class="live-list">
        {game.live.map((stream) => (
          <li key={stream.id}>
            <StreamerName
              id={stream.streamer_id}
              name={stream.name}
              displayName={stream.display_name}
              image={stream.profile_image}
              plain
            />
            <span class="num">
              <Count value={stream.viewers} />
            </span>
            <Link to={streamPath(stream.id)} class="sub">
              <Stranger text={stream.title} empty="No title" />, <LiveTime stream={stream} />
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
