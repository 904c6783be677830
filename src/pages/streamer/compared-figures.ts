import { channelCounts } from '../../config/channel-counts.js';
import { computeGain, countOf } from '../../streamer/dto/channel-points.response.js';
import { shownFigures, windowFigures } from '../parts/figures.js';
import type { ChangeProps } from '../parts/numbers.js';
import { shownFigure } from '../../streamer/shown-figure.js';
import { isGainComparable } from '../parts/window-figures.js';
import { isKnownBefore, peakStream, RecapView } from './streamer-view.js';

/** A figure of a range, and of the window before. */
export interface ComparedFigure extends ChangeProps {
  name: string;
  /** How the value is written: a total is a count at the end of the range, and a gain has a sign. */
  form: 'count' | 'hours' | 'total' | 'gain';
  /** False if too little is known for a change. */
  isKnown?: boolean;
  /** The time of the value. */
  at?: string | undefined;
}

/**
 * Returns the figures of the range, each with the previous window. All time and a window that is not over have no previous
 * window. Without streams in the range, unknown figures are left out.
 */
export function comparedFigures(view: RecapView): ComparedFigure[] {
  const { figures, outlines, times, gainPoints, gainPointsBefore, lastCount, window, knownSince } = view;
  const { title } = channelCounts[view.counted];
  const lastBefore = gainPointsBefore.at(-1);
  // Figures count a stream that began before the range and continued in the window before.
  const previous = outlines.length === 0 && times.length > 0 ? undefined : view.previous;
  const earlier = (value: number | null) => (previous === undefined ? undefined : value);
  const isGainKnown =
    window.before !== undefined &&
    isGainComparable(gainPointsBefore, window.before) &&
    isGainComparable(gainPoints, window);
  const all: ComparedFigure[] = [
    ...windowFigures.map((key): ComparedFigure => {
      const { name, isHours, isNeutral, isSum } = shownFigures[key];
      return {
        ...{ name, isNeutral, form: isHours ? 'hours' : 'count' },
        now: shownFigure(figures, key, outlines),
        before: previous && shownFigure(previous, key),
        isKnown: isKnownBefore(window, knownSince, isSum ? 'sum' : 'average'),
        at: key === 'peak_viewers' ? peakStream(outlines)?.started_at : undefined,
      };
    }),
    { name: title, form: 'total', now: lastCount, before: earlier(lastBefore ? countOf(lastBefore) : null) },
    {
      ...{ name: `${title} gained`, form: 'gain', isKnown: isGainKnown },
      now: computeGain(gainPoints),
      before: earlier(computeGain(gainPointsBefore)),
    },
  ];
  return all.filter(({ now, before }) => outlines.length > 0 || now !== null || (before ?? null) !== null);
}
