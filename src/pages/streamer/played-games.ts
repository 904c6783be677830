import { roundedQuotient } from '../../charts/number-labels.js';
import { StreamOutline } from '../../streams/stream-outline.js';

/** What a streamer did with one game. */
export interface PlayedGame {
  /** Null for streams without a game. */
  name: string | null;
  streams: number;
  minutes: number;
  /** Weighted by minutes, as all means of viewers; null where no viewers are known. */
  viewers: number | null;
  peak: number | null;
}

/** The games of some streams, those with most minutes first. */
export function playedGames(outlines: readonly StreamOutline[]): PlayedGame[] {
  const byName = new Map<string | null, StreamOutline[]>();
  for (const outline of outlines) {
    const list = byName.get(outline.game_name);
    if (list) list.push(outline);
    else byName.set(outline.game_name, [outline]);
  }
  return [...byName]
    .map(([name, streams]) => summed(name, streams))
    .sort((a, b) => b.minutes - a.minutes || (a.name ?? '').localeCompare(b.name ?? ''));
}

function summed(name: string | null, streams: readonly StreamOutline[]): PlayedGame {
  const known = streams.filter(({ avg_viewers }) => avg_viewers !== null);
  const sum = (of: (stream: StreamOutline) => number, list = streams) =>
    list.reduce((all, stream) => all + of(stream), 0);
  const weight = sum(({ minutes }) => minutes, known);
  const weighted = known.reduce(
    (all, { avg_viewers, minutes }) => all + BigInt(avg_viewers ?? 0) * BigInt(minutes),
    0n,
  );
  const peaks = streams.flatMap(({ peak_viewers }) => peak_viewers ?? []);
  return {
    name,
    streams: streams.length,
    minutes: sum(({ minutes }) => minutes),
    viewers: weight === 0 ? null : roundedQuotient(weighted, weight),
    peak: peaks.length === 0 ? null : Math.max(...peaks),
  };
}
