import { quotientInTenths } from '../../charts/number-labels.js';
import { Series, withGaps } from '../../charts/series.js';
import { usualPauseMs } from '../../streamer/draw-follower-graph.js';
import { FollowerPoint } from '../../streamer/dto/follower-point.response.js';
import { ListedStreamer } from '../../streamer/dto/listed-streamer.response.js';
import { WindowStats } from '../../streamer/dto/window-stats.response.js';
import { StreamOutline } from '../../streams/dto/stream-summary.response.js';
import { Window } from '../../figures/windows.js';
import { plainText } from '../parts/texts.js';
import { thinned } from '../parts/thinned.js';

/** A streamer in a comparison. */
export interface Compared {
  streamer: ListedStreamer;
  figures: WindowStats;
  /** The follower points of the window. */
  followers: FollowerPoint[];
  outlines: StreamOutline[];
}

const mostPoints = 100;
const minuteMs = 60_000;
const hourMs = 3_600_000;
const dayMs = 86_400_000;

export function nameOf({ streamer }: Compared): string {
  return plainText(streamer.display_name) || streamer.name;
}

export function followerSeries(compared: readonly Compared[]): Series[] {
  return compared.map((one) => {
    const points = one.followers.map(({ created_at, followers: value }) => ({ at: Date.parse(created_at), value }));
    return { name: nameOf(one), points: withGaps(points, usualPauseMs) };
  });
}

/** Returns the average viewers of each stream, at its start time. */
export function viewerSeries(compared: readonly Compared[]): Series[] {
  return compared.map((one) => {
    const points = one.outlines.map(({ started_at, avg_viewers: value }) => ({ at: Date.parse(started_at), value }));
    return { name: nameOf(one), points: thinned(points, mostPoints) };
  });
}

/**
 * Returns the hours streamed in each interval of the window. There are up to 30 intervals of one or more whole days. A
 * stream counts in each interval that it overlaps, with its time in that interval.
 */
export function hourSeries(compared: readonly Compared[], { from, to }: Window): Series[] {
  const days = Math.round((to.getTime() - from.getTime()) / dayMs);
  const partMs = Math.ceil(days / 30) * dayMs;
  const count = Math.ceil((to.getTime() - from.getTime()) / partMs);
  return compared.map((one) => {
    const sums = Array<number>(count).fill(0);
    for (const { started_at, minutes } of one.outlines) {
      const start = Date.parse(started_at) - from.getTime();
      const end = start + minutes * minuteMs;
      for (let part = Math.floor(start / partMs); part < count && part * partMs < end; part++) {
        const ms = Math.min(end, (part + 1) * partMs) - Math.max(start, part * partMs);
        sums[part] = (sums[part] ?? 0) + ms;
      }
    }
    const points = sums.map((ms, i) => ({ at: from.getTime() + i * partMs, value: quotientInTenths(ms, hourMs) }));
    return { name: nameOf(one), points };
  });
}
