import { addressOf, pathTo, QueryValues, withoutDefaults } from '../parts/names/link.js';
import type { CompareView } from './compare-view.js';
import { CompareQuery } from './compare.query.js';
import { Compared } from './compared.js';

/** The options of a comparison that links keep. */
export type CompareOptions = Pick<CompareQuery, 'days' | 'viewers' | 'followers'>;

/** Returns the names of the compared streamers for addresses. */
export function joinNames(compared: readonly Compared[]): string {
  return compared.map(({ streamer }) => addressOf(streamer)).join(',');
}

/** Returns the path of a comparison, with one more streamer if given. */
export function comparePath(compared: readonly Compared[], options: CompareOptions, added?: string): string {
  const { days, viewers, followers } = options;
  const streamers = [joinNames(compared), added].filter(Boolean).join(',') || undefined;
  return pathTo('/compare', { streamers, days, viewers, followers }, new CompareQuery());
}

/** Returns the parameters of the files, pictures and frames of a panel. A graph has its own scale only. */
export function sharedQuery({ compared, query }: Pick<CompareView, 'compared' | 'query'>, panel: string): QueryValues {
  const { days, viewers, followers } = query;
  const scale = panel === 'viewers' ? { viewers } : panel === 'followers' ? { followers } : {};
  return withoutDefaults({ streamers: joinNames(compared), days, ...scale }, new CompareQuery());
}
