import { isComparable } from '../../figures/known-time.js';
import { TimeRange } from '../../figures/time.js';
import { quotientInTenths } from '../../charts/labels/number-labels.js';
import { Series, withUnusualGaps } from '../../charts/series.js';
import { usualPauseMs } from '../../streamer/draw-follower-graph.js';
import { ListedStreamer } from '../../streamer/dto/listed-streamer.response.js';
import type { StreamerWindow } from '../streamer/streamer-view.js';
import { plainText } from '../../streams/shown-text.js';
import { computeGain } from '../parts/window-figures.js';
import { thinPoints } from '../parts/panels/thinned.js';

/** A streamer in a comparison. */
export interface ComparedStreamer extends StreamerWindow {
  streamer: ListedStreamer;
  /** Whether the counts between which followers were gained cover enough of the window. */
  isCounted: boolean;
  /** The time of the first of all streams, or of the start of watching. */
  knownSince: number;
  /** The times from which figures are known that are not known for the whole window. Figures of less are not comparable. */
  partlySince: { streams: string | null; followers: string | null };
}

const maxPoints = 100;

/** The name as text, for titles and graphs. */
export function nameOf({ streamer }: Pick<ComparedStreamer, 'streamer'>): string {
  return plainText(streamer.display_name, streamer.name);
}

/** Returns the followers gained in the window; null with fewer than two counts. */
export function gained({ gainPoints }: ComparedStreamer): number | null {
  return computeGain(gainPoints);
}

/**
 * Returns the growth of followers in percent, with one decimal. Null if the counts cover less than half of the window:
 * growth in different times is not comparable.
 */
export function computeGrowth(one: ComparedStreamer): number | null {
  const first = one.gainPoints[0]?.followers ?? 0;
  const gain = comparableGain(one);
  return gain === null || first === 0 ? null : quotientInTenths(100 * gain, first);
}

/** Returns the followers gained; null if their counts cover too little of the window. */
export function comparableGain(one: ComparedStreamer): number | null {
  return one.isCounted ? gained(one) : null;
}

/** Returns the minutes streamed; null if streams are not known for the whole window. */
export function comparableMinutes({ figures, partlySince }: ComparedStreamer): number | null {
  return partlySince.streams === null ? figures.total_minutes : null;
}

/** Returns a time if too little of a window is after the time. */
export function ifPartly(since: string, window: TimeRange): string | null {
  return isComparable(window, Date.parse(since)) ? null : since;
}

export function followerSeries(compared: readonly Pick<ComparedStreamer, 'streamer' | 'followers'>[]): Series[] {
  return compared.map((one) => {
    const points = one.followers.map(({ created_at, followers: value }) => ({ at: Date.parse(created_at), value }));
    return { name: nameOf(one), points: withUnusualGaps(points, usualPauseMs) };
  });
}

/** Returns whether the graph of viewers leaves out streams. */
export function isThinned(compared: readonly ComparedStreamer[]): boolean {
  return compared.some(({ outlines }) => outlines.length > maxPoints);
}

/** Returns the average viewers of each stream, at its start time. */
export function viewerSeries(compared: readonly ComparedStreamer[]): Series[] {
  return compared.map((one) => {
    const points = one.outlines.map(({ started_at, avg_viewers: value }) => ({ at: Date.parse(started_at), value }));
    return { name: nameOf(one), points: thinPoints(points, maxPoints) };
  });
}
