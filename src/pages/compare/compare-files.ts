import { addressOf } from '../parts/link.js';
import type { Files } from '../parts/share.js';
import { CompareOptions } from './compare-paths.js';
import { Compared } from './compared.js';

/** Returns the files of a panel of a comparison. */
export function filesOf(
  compared: readonly Compared[],
  { days, viewers, followers }: CompareOptions,
  panel: string,
  isChart = true,
): Files {
  const streamers = compared.map(({ streamer }) => addressOf(streamer)).join(',');
  return {
    of: `compare/${panel}`,
    query: { streamers, days: days === '30' ? undefined : days, viewers, followers },
    isChart,
  };
}
