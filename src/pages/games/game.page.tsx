import { GameDetail } from '../../games/dto/game-detail.response.js';
import { GameStreamer } from '../../games/dto/game-streamer.response.js';
import { Layout } from '../layout/layout.js';
import { dataForms } from '../parts/data-forms.js';
import { gamePath } from '../parts/link.js';
import { LiveList } from '../parts/live-list.js';
import { Count, Hours } from '../parts/numbers.js';
import { Panel } from '../parts/panel.js';
import { streamerColumn } from '../parts/streamer-name.js';
import { barredHours, Column, counts, DataTable, hours } from '../parts/table.js';
import { plainText, Stranger } from '../parts/texts.js';
import { Tiles } from '../parts/tiles.js';
import { figureOf } from '../parts/window-figures.js';

export const streamersPerGame = 50;

/** A game with its figures, its streamers and its live streams. */
export function GamePage({ game }: { game: GameDetail }) {
  const name = plainText(game.name) || 'Unnamed game';
  return (
    <Layout title={name} description={`Streamers and viewers of ${name}.`} path={gamePath(game.name)} section="Games">
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
          { name: 'Hours watched', value: <Hours minutes={figureOf(game, 'watchtime')} /> },
          { name: 'Hours streamed', value: <Hours minutes={figureOf(game, 'total_minutes')} /> },
          { name: 'Average viewers', value: <Count value={figureOf(game, 'avg_viewers')} /> },
          { name: 'Peak viewers', value: <Count value={figureOf(game, 'peak_viewers')} /> },
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
  const columns: readonly Column<GameStreamer>[] = [
    streamerColumn,
    barredHours('Hours watched', game.streamers[0]?.watchtime ?? 0, ({ watchtime }) => watchtime),
    hours('Hours streamed', ({ total_minutes }) => total_minutes),
    counts('Avg. viewers', ({ avg_viewers }) => avg_viewers),
    counts('Peak', ({ peak_viewers }) => peak_viewers),
  ];
  return (
    <Panel
      id="streamers"
      title="Streamers"
      note="By hours watched with this game."
      data={dataForms(`/v1/games/${encodeURIComponent(game.name)}`, { limit: streamersPerGame })}
      empty={game.streamers.length === 0 && 'Nobody yet.'}
    >
      <DataTable label="Streamers" columns={columns} rows={game.streamers} />
    </Panel>
  );
}

function LiveNow({ game }: { game: GameDetail }) {
  return (
    <Panel id="live" title="Live now">
      {game.live.length === 0 ? <p class="empty">No live streams of this game.</p> : null}
      <LiveList streams={game.live} plain about={({ title }) => <Stranger text={title} empty="No title" />} />
    </Panel>
  );
}
