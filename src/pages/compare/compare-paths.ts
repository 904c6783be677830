import { addressOf, withQuery } from '../parts/names/link.js';
import type { Files } from '../parts/panels/share.js';
import { CompareGraph, CompareQuery } from './compare.query.js';
import { Compared } from './compared.js';

/** The options of a comparison that links keep. */
export type CompareOptions = Pick<CompareQuery, 'days' | 'viewers' | 'followers'>;

/** Returns the names of the compared streamers for addresses. */
export function namesOf(compared: readonly Compared[]): string {
  return compared.map(({ streamer }) => addressOf(streamer)).join(',');
}

/** Returns the path of a comparison, with one more streamer if given. Default values are omitted. */
export function comparePath(compared: readonly Compared[], options: CompareOptions, added?: string): string {
  const { days, viewers, followers } = options;
  const streamers = [namesOf(compared), added].filter(Boolean).join(',') || undefined;
  return withQuery('/compare', { streamers, days: days === '30' ? undefined : days, viewers, followers });
}

/** Returns the files of a panel of a comparison. The pictures of a graph have its scale. */
export function compareFiles(
  compared: readonly Compared[],
  { days, ...scales }: CompareOptions,
  panel: 'figures' | CompareGraph,
): Files {
  const scale = panel === 'viewers' || panel === 'followers' ? { [panel]: scales[panel] } : {};
  const query = { streamers: namesOf(compared), days: days === '30' ? undefined : days, ...scale };
  return { of: `compare/${panel}`, query, isChart: panel !== 'figures' };
}
