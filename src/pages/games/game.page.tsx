import { fullNumber } from '../../charts/labels/number-labels.js';
import { GameDetail } from '../../games/dto/game-detail.response.js';
import { GameFigure, rankedGameStreamers } from '../../games/game-order.js';
import { Layout } from '../layout/layout.js';
import { Figure, shownFigures, windowFigures } from '../parts/figures.js';
import { gamePath, Link, streamPath, withQuery } from '../parts/names/link.js';
import { ListForm } from '../parts/lists/list-form.js';
import { ListPanel, listTitle } from '../parts/lists/list-panel.js';
import { sizeSelect } from '../parts/lists/list.query.js';
import { Count } from '../parts/numbers.js';
import { LiveTime } from '../parts/names/live-mark.js';
import { StreamerName, streamerOf } from '../parts/names/streamer-name.js';
import { Panel } from '../parts/panels/panel.js';
import { plainText, UntrustedText } from '../parts/names/texts.js';
import { sortSelect } from '../parts/lists/table.js';
import { Tiles } from '../parts/tiles.js';
import { figureOf } from '../parts/window-figures.js';
import { GameSentence } from '../sentences/game-sentence.js';
import { GamePageQuery } from './games.query.js';
import { gameCall, gameColumns, GameStreamers, sortedPath, streamersOf } from './game-streamers.js';

interface GamePageProps {
  game: GameDetail;
  query: GamePageQuery;
}

/** A game with its figures, its streamers and its live streams. */
export function GamePage({ game, query }: GamePageProps) {
  const { sort, cursor } = query;
  const name = plainText(game.name) || 'Unnamed game';
  const order = sort === 'watchtime' ? '' : ` by ${shownFigures[sort].name.toLowerCase()}`;
  return (
    <Layout
      title={listTitle(`${name}${order}, last 30 days`, cursor)}
      description={`${name}: ${fullNumber(game.streamer_count)} streamers in the last 30 days by hours watched and viewers, and who is live.`}
      path={gamePath(game.name)}
      section="Games"
      data={`/v1/games/${encodeURIComponent(game.name)}`}
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
            value: <Figure of={key} value={figureOf(game, key)} />,
          })),
          { name: 'Streamers', value: <Count value={game.streamer_count} /> },
          { name: 'Streams', value: <Count value={game.stream_count} /> },
        ]}
      />
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

function Streamers({ game, query: { sort, cursor, limit } }: GamePageProps) {
  const pathOf = (figure: GameFigure, at?: number) => `${sortedPath(gamePath(game.name), figure, limit, at)}#streamers`;
  const isCut = game.streamer_count > rankedGameStreamers;
  return (
    <ListPanel
      id="streamers"
      title="Streamers"
      note={`Only streams of this game.${isCut ? ` The ${fullNumber(rankedGameStreamers)} with the most hours watched.` : ''}`}
      files={{ of: `${gameFiles(game)}/streamers` }}
      data={gameCall(game.name, sort, cursor, limit)}
      pages="Pages of streamers"
      cursor={cursor}
      limit={limit}
      list={streamersOf(game, cursor)}
      empty="Nobody yet."
      before={<ListForm path={pathOf(sort)} selects={[sortSelect(gameColumns, sort), sizeSelect(limit)]} />}
      pathAt={(at) => pathOf(sort, at)}
    >
      <GameStreamers streamers={game.streamers} cursor={cursor} sort={sort} pathOf={pathOf} />
    </ListPanel>
  );
}

function LiveNow({ game, limit }: { game: GameDetail; limit: number }) {
  return (
    <Panel
      id="live"
      title="Live now"
      files={{ of: `${gameFiles(game)}/live` }}
      data={withQuery('/v1/streams/live', { game: game.name, limit })}
      empty={game.live.length === 0 && 'No live streams of this game.'}
    >
      <ul class="live-list">
        {game.live.map((stream) => (
          <li>
            <StreamerName streamer={streamerOf(stream)} plain />
            <span class="num">
              <Count value={stream.viewers} />
            </span>
            <Link to={streamPath(stream.id)} class="sub">
              <LiveTime stream={stream} />, <UntrustedText text={stream.title} empty="No title" />
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
