import { fullNumber } from '../../charts/labels/number-labels.js';
import { GameDetail, GameStreamer } from '../../games/dto/game.response.js';
import { rankedGameStreamers } from '../../games/game-order.js';
import { Page } from '../../http/lists/page.js';
import { untitled } from '../../streams/shown-text.js';
import { liveColumns } from '../columns/live.js';
import { gameStreamerColumns, rankItems } from '../columns/streamers.js';
import { listTable } from '../downloads/file-table.js';
import { PagedTable } from '../parts/lists/paged-table.js';
import { gamePath, Link, pathTo, streamPath } from '../parts/names/link.js';
import { LiveTime } from '../parts/names/live-mark.js';
import { StreamerName, toStreamer } from '../parts/names/streamer-name.js';
import { UntrustedText } from '../parts/names/texts.js';
import { Count } from '../parts/numbers.js';
import { gameHistoryPanel } from '../totals/panels/over-time.js';
import { GamePageQuery } from './games.query.js';
import { GamePanel } from './game-view.js';

/** Returns the API call for a game. */
export function gameCall({ name }: GameDetail): string {
  return `/v1/games/${encodeURIComponent(name)}`;
}

const gameStreamersPanel: GamePanel = {
  id: 'streamers',
  title: 'Streamers',
  about: 'game',
  hasData: () => true,
  show: ({ game, asked: { sort, cursor, limit } }) => {
    const isCut = game.streamer_count > rankedGameStreamers;
    return {
      note: `Only streams of this game.${isCut ? ` The ${fullNumber(rankedGameStreamers)} with the most hours watched.` : ''}`,
      children: (
        <PagedTable
          {...{ label: 'Streamers', columns: gameStreamerColumns, cursor, limit, sorted: sort, isSized: true }}
          list={rankItems(pageOf(game, cursor), cursor)}
          empty="Nobody yet."
          pathOf={(changes) =>
            `${pathTo(gamePath(game.name), { sort, limit, cursor: 0, ...changes }, new GamePageQuery())}#streamers`
          }
        />
      ),
    };
  },
  // The API has the first page by watchtime only.
  call: ({ game, asked: { sort, cursor, limit } }) =>
    sort === 'watchtime' && cursor === 0 ? pathTo(gameCall(game), { limit }) : undefined,
  file: ({ games }, name) => listTable(gameStreamerColumns, async () => rankItems(await games.listStreamers(name), 0)),
};

/** Returns the page of a game's streamers. A refresh ranks a limited number of streamers. */
function pageOf({ streamers, streamer_count }: GameDetail, cursor: number): Page<GameStreamer> {
  const total = Math.min(streamer_count, rankedGameStreamers);
  const nextCursor = cursor + streamers.length;
  return { items: streamers, hasMore: streamers.length > 0 && nextCursor < total, nextCursor, total };
}

const gameLivePanel: GamePanel = {
  id: 'live',
  title: 'Live now',
  about: 'live-now',
  hasData: ({ game }) => game.live.length > 0,
  empty: 'No live streams of this game.',
  show: ({ game }) => ({
    children: (
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
    ),
  }),
  call: ({ game, asked: { limit } }) => pathTo('/v1/streams/live', { game: game.name, limit }),
  file: ({ streams }, game) => listTable(liveColumns, (limit, cursor) => streams.listLive(limit, cursor, { game })),
};

/** The panels of a game page, in their order. */
export const gamePanels: readonly GamePanel[] = [gameHistoryPanel, gameStreamersPanel, gameLivePanel];
