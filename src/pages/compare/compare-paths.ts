import { addressOf, pathTo, QueryValues } from '../parts/names/link.js';
import { PageRange } from '../parts/ranges/page-range.js';
import type { CompareView } from './compare-view.js';
import { comparedRange, CompareQuery } from './compare.query.js';
import { Compared } from './compared.js';

/** The options of a comparison that links keep. */
export interface CompareOptions extends Pick<CompareQuery, 'viewers' | 'followers'> {
  range: PageRange;
}

/** Returns the names of the compared streamers for addresses. */
export function joinNames(compared: readonly Compared[]): string {
  return compared.map(({ streamer }) => addressOf(streamer)).join(',');
}

/** Returns the path of a comparison, with one more streamer if given. */
export function comparePath(compared: readonly Compared[], options: CompareOptions, added?: string): string {
  const { range, viewers, followers } = options;
  const streamers = [joinNames(compared), added].filter(Boolean).join(',') || undefined;
  return pathTo('/compare', { streamers, ...comparedRange(range), viewers, followers });
}

/** Returns the parameters of the files, pictures and frames of a panel. A graph has its own scale only. */
export function sharedQuery({ compared, options }: CompareView, panel: string): QueryValues {
  const { range, viewers, followers } = options;
  const scale = panel === 'viewers' ? { viewers } : panel === 'followers' ? { followers } : {};
  return { streamers: joinNames(compared), ...comparedRange(range), ...scale };
}
