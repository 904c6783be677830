import { fullNumber } from '../../charts/labels/number-labels.js';
import { GameDetail, GameStreamer } from '../../games/dto/game.response.js';
import { rankedGameStreamers } from '../../games/game-order.js';
import { Page } from '../../http/lists/page.js';
import { gameStreamerColumns, rankItems } from '../columns/streamers.js';
import { Layout } from '../layout/layout.js';
import { Figure, shownFigures, windowFigures } from '../parts/figures.js';
import { listTitle, PagedTable } from '../parts/lists/paged-table.js';
import { gamePath, Link, pathTo, streamPath } from '../parts/names/link.js';
import { LiveTime } from '../parts/names/live-mark.js';
import { StreamerName, toStreamer } from '../parts/names/streamer-name.js';
import { plainText, untitled } from '../../streams/shown-text.js';
import { UntrustedText } from '../parts/names/texts.js';
import { Count } from '../parts/numbers.js';
import { Panel } from '../parts/panels/panel.js';
import { ShownPanel } from '../parts/panels/shown-panel.js';
import { Tiles } from '../parts/tiles.js';
import { shownFigure } from '../parts/window-figures.js';
import { GameSentence } from '../sentences/game-sentence.js';
import { gameHistoryPanel } from '../totals/panels/over-time.js';
import { GameTotals } from '../totals/totals-view.js';
import { GamePageQuery } from './games.query.js';

interface GamePageProps {
  game: GameDetail;
  totals: GameTotals;
  query: GamePageQuery;
}

/** A game with its figures, its streamers and its live streams. */
export function GamePage({ game, totals, query }: GamePageProps) {
  const { sort, cursor } = query;
  const name = plainText(game.name, 'Unnamed game');
  const order = sort === 'watchtime' ? '' : ` by ${shownFigures[sort].name.toLowerCase()}`;
  return (
    <Layout
      title={listTitle(`${name}${order}, last 30 days`, cursor)}
      description={`${name}: ${fullNumber(game.streamer_count)} streamers in the last 30 days by hours watched and viewers, and who is live.`}
      path={gamePath(game.name)}
      section="Games"
      data={gameCall(game)}
      charts
    >
      <div class="page-head">
        <div>
          <h1>
            <UntrustedText text={game.name} empty="Unnamed game" />
          </h1>
          <p class="muted">The last 30 days. Figures are up to an hour old.</p>
        </div>
      </div>
      <GameSentence game={game} query={query} />
      <Tiles
        label="Figures of the game"
        tiles={[
          ...windowFigures.map((key) => ({
            name: shownFigures[key].name,
            value: <Figure of={key} value={shownFigure(game, key)} />,
          })),
          { name: 'Streamers', value: <Count value={game.streamer_count} /> },
          { name: 'Streams', value: <Count value={game.stream_count} /> },
        ]}
      />
      <ShownPanel {...{ panel: gameHistoryPanel, view: totals, hasPictures: false }} of={gameFiles(game)} />
      <div class="with-side">
        <Streamers game={game} query={query} />
        <LiveNow game={game} limit={query.limit} />
      </div>
    </Layout>
  );
}

function gameFiles({ name }: GameDetail): string {
  return `games/${encodeURIComponent(name)}`;
}

function gameCall({ name }: GameDetail): string {
  return `/v1/games/${encodeURIComponent(name)}`;
}

function Streamers({ game, query }: Pick<GamePageProps, 'game' | 'query'>) {
  const { sort, cursor, limit } = query;
  const isCut = game.streamer_count > rankedGameStreamers;
  // The API has the first page by watchtime only.
  const isFirst = sort === 'watchtime' && cursor === 0;
  return (
    <Panel
      id="streamers"
      title="Streamers"
      about="game"
      note={`Only streams of this game.${isCut ? ` The ${fullNumber(rankedGameStreamers)} with the most hours watched.` : ''}`}
      shared={{
        of: `${gameFiles(game)}/streamers`,
        call: isFirst ? pathTo(gameCall(game), { limit }) : undefined,
      }}
    >
      <PagedTable
        {...{ label: 'Streamers', columns: gameStreamerColumns, cursor, limit, sorted: sort, isSized: true }}
        list={rankItems(pageOf(game, cursor), cursor)}
        empty="Nobody yet."
        pathOf={(changes) =>
          `${pathTo(gamePath(game.name), { sort, limit, cursor: 0, ...changes }, new GamePageQuery())}#streamers`
        }
      />
    </Panel>
  );
}

/** Returns the page of a game's streamers. A refresh ranks a limited number of streamers. */
function pageOf({ streamers, streamer_count }: GameDetail, cursor: number): Page<GameStreamer> {
  const total = Math.min(streamer_count, rankedGameStreamers);
  const nextCursor = cursor + streamers.length;
  return { items: streamers, hasMore: streamers.length > 0 && nextCursor < total, nextCursor, total };
}

function LiveNow({ game, limit }: { game: GameDetail; limit: number }) {
  return (
    <Panel
      id="live"
      title="Live now"
      about="live-now"
      shared={{ of: `${gameFiles(game)}/live`, call: pathTo('/v1/streams/live', { game: game.name, limit }) }}
      empty={game.live.length === 0 && 'No live streams of this game.'}
    >
      <ul class="live-list">
        {game.live.map((stream) => (
          <li>
            <StreamerName streamer={toStreamer(stream)} plain />
            <span class="num">
              <Count value={stream.viewers} />
            </span>
            <Link to={streamPath(stream.id)} class="sub">
              <LiveTime stream={stream} />, <UntrustedText text={stream.title} empty={untitled.stream} />
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
