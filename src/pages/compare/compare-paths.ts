import { addressOf, withQuery } from '../parts/names/link.js';
import { CompareQuery } from './compare.query.js';
import { Compared } from './compared.js';

/** The options of a comparison that links keep. */
export type CompareOptions = Pick<CompareQuery, 'days' | 'viewers' | 'followers'>;

/** Returns the path of a comparison. Default values are omitted. */
export function comparePath(compared: readonly Compared[], options: CompareOptions): string {
  const names = compared.map(({ streamer }) => addressOf(streamer)).join(',');
  return pathOf(names === '' ? undefined : names, options);
}

/** Returns the path of a comparison with one more streamer. */
export function pathWith(compared: readonly Compared[], name: string, options: CompareOptions): string {
  return pathOf([...compared.map(({ streamer }) => addressOf(streamer)), name].join(','), options);
}

function pathOf(streamers: string | undefined, { days, viewers, followers }: CompareOptions): string {
  return withQuery('/compare', { streamers, days: days === '30' ? undefined : days, viewers, followers });
}
