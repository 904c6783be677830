import { aboutKind } from '../about/about-kind.js';
import { boardKind } from '../board/board-kind.js';
import { compareKind } from '../compare/compare-kind.js';
import { eventKind } from '../events/event-kind.js';
import { eventsKind } from '../events/events-kind.js';
import { gameKind } from '../games/game-kind.js';
import { gamesKind } from '../games/games-kind.js';
import { liveKind } from '../live/live-kind.js';
import { searchKind } from '../search/search-kind.js';
import { streamKind } from '../stream/stream-kind.js';
import { streamerKind } from '../streamer/streamer-kind.js';
import { totalsKind } from '../totals/totals-kind.js';
import { PageKind } from './page-kind.js';

/** The pages without a subject in their path. */
export const fixedKinds = [boardKind, liveKind, searchKind, eventsKind, gamesKind, compareKind, aboutKind, totalsKind];

export const pageKinds: readonly PageKind[] = [...fixedKinds, streamerKind, streamKind, eventKind, gameKind];

/** Returns the paths of a kind in Express syntax. */
export function routesOf(kind: PageKind) {
  const { path, panels, charts } = kind;
  return {
    page: [path],
    parts: kind.showLive ? [`parts/${path}`] : [],
    files: panels ? [`download/${path}/:panel.csv`] : [],
    charts: charts ? [`embed/${path}/:graph`, `download/${path}/:graph.:form`] : [],
    card: kind.loadCard ? [`previews/${path}.png`] : [],
  };
}
