import { isComparable } from '../../figures/known-time.js';
import { TimeRange } from '../../figures/time.js';
import { quotientInTenths } from '../../charts/labels/number-labels.js';
import { Series, withUnusualGaps } from '../../charts/series.js';
import { toSeriesPoints, usualPauseMs } from '../../streamer/draw-count-graph.js';
import { computeGain, countOf } from '../../streamer/dto/channel-points.response.js';
import { ListedStreamer } from '../../streamer/dto/listed-streamer.response.js';
import type { StreamerWindow } from '../streamer/streamer-view.js';
import { plainText } from '../../streams/shown-text.js';
import { thinPoints } from '../parts/panels/thinned.js';

/** A streamer in a comparison. */
export interface ComparedStreamer extends StreamerWindow {
  streamer: ListedStreamer;
  /** The last followers or subscribers. */
  lastCount: number | null;
  /** Whether the counts of the gain cover enough of the window. */
  isCounted: boolean;
  /** The time of the first of all streams, or of the start of watching. */
  knownSince: number;
  /** The times from which figures are known that are not known for the whole window. Figures of less are not comparable. */
  partlySince: { streams: string | null; counts: string | null };
}

const maxPoints = 100;

/** The name as text, for titles and graphs. */
export function nameOf({ streamer }: Pick<ComparedStreamer, 'streamer'>): string {
  return plainText(streamer.display_name, streamer.name);
}

/** Returns the followers or subscribers gained in the window; null with fewer than two counts. */
export function gained({ gainPoints }: ComparedStreamer): number | null {
  return computeGain(gainPoints);
}

/**
 * Returns the growth of followers or subscribers in percent, with one decimal. Null if the counts cover less than half of the window:
 * growth in different times is not comparable.
 */
export function computeGrowth(one: ComparedStreamer): number | null {
  const [point] = one.gainPoints;
  const first = point ? countOf(point) : 0;
  const gain = comparableGain(one);
  return gain === null || first === 0 ? null : quotientInTenths(100 * gain, first);
}

/** Returns the followers or subscribers gained; null if their counts cover too little of the window. */
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

export function countSeries(compared: readonly Pick<ComparedStreamer, 'streamer' | 'points'>[]): Series[] {
  return compared.map((one) => ({
    ...{ name: nameOf(one), points: withUnusualGaps(toSeriesPoints(one.points), usualPauseMs) },
  }));
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
