import { addressOf } from '../parts/names/link.js';
import type { Files } from '../parts/panels/share.js';
import { CompareGraph, CompareQuery } from './compare.query.js';
import { Compared } from './compared.js';

/** Returns the files of a panel of a comparison. The pictures of a graph have its scale. */
export function filesOf(
  compared: readonly Compared[],
  { days, ...scales }: Pick<CompareQuery, 'days' | 'viewers' | 'followers'>,
  panel: 'figures' | CompareGraph,
): Files {
  const streamers = compared.map(({ streamer }) => addressOf(streamer)).join(',');
  const scale = panel === 'viewers' || panel === 'followers' ? { [panel]: scales[panel] } : {};
  const query = { streamers, days: days === '30' ? undefined : days, ...scale };
  return { of: `compare/${panel}`, query, isChart: panel !== 'figures' };
}
