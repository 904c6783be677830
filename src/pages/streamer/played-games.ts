import { group, sum } from 'd3-array';
import { ExactSums } from '../../figures/samples/exact-sums.js';
import { GameFigure } from '../../games/game-order.js';
import { unlessBlank } from '../../streams/blank-text.js';
import { StreamOutline } from '../../streams/detail/stream-summary.response.js';

/** The figures of a streamer for one game. */
export interface PlayedGame {
  /** Null for streams without a game. */
  name: string | null;
  stream_count: number;
  total_minutes: number;
  /** Null if no watchtime is known. */
  watchtime: number | null;
  /** Weighted by minutes. If all streams last 0 minutes, the plain mean. Null if no viewers are known. */
  avg_viewers: number | null;
  peak_viewers: number | null;
}

/** Returns the games of some streams by a figure, highest first, then by minutes and name. */
export function playedGames(outlines: readonly StreamOutline[], sort: GameFigure = 'total_minutes'): PlayedGame[] {
  const byName = group(outlines, ({ game_name }) => unlessBlank(game_name));
  const compare = (a: PlayedGame, b: PlayedGame) =>
    (b[sort] ?? -1) - (a[sort] ?? -1) ||
    b.total_minutes - a.total_minutes ||
    (a.name ?? '').localeCompare(b.name ?? '');
  return [...byName].map(([name, streams]) => ({ name, ...summed(streams) })).sort(compare);
}

/** Returns the figures of some streams, as they are computed for a window. */
export function summed(streams: readonly StreamOutline[]): Omit<PlayedGame, 'name'> {
  const known = streams.filter(({ avg_viewers }) => avg_viewers !== null);
  const isWeighted = known.some(({ minutes }) => minutes > 0);
  const weightOf = ({ minutes }: StreamOutline) => (isWeighted ? minutes : 1);
  const weighted = new ExactSums(1);
  for (const one of known) weighted.add(0, one.avg_viewers ?? 0, weightOf(one));
  const peaks = streams.flatMap(({ peak_viewers }) => peak_viewers ?? []);
  return {
    stream_count: streams.length,
    total_minutes: sum(streams, ({ minutes }) => minutes),
    watchtime: streams.some(({ watchtime }) => watchtime !== null) ? sum(streams, ({ watchtime }) => watchtime) : null,
    avg_viewers: known.length === 0 ? null : weighted.divide(0, sum(known, weightOf)),
    peak_viewers: peaks.length === 0 ? null : Math.max(...peaks),
  };
}
