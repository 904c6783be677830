import type { ComponentChildren } from 'preact';
import { channelCounts } from '../../config/channel-counts.js';
import { Figure, shownFigures, windowFigures } from '../parts/figures.js';
import { Day } from '../parts/moments.js';
import { Change, ChangeProps, Count, Gain } from '../parts/numbers.js';
import { Tiles } from '../parts/tiles.js';
import { isGainComparable } from '../parts/window-figures.js';
import { shownFigure } from '../../streamer/shown-figure.js';
import { computeGain, countOf } from '../../streamer/dto/channel-points.response.js';
import { isKnownBefore, peakStream, StreamerView } from './streamer-view.js';

/**
 * The figures of the range, each compared with the previous window. All time and a window that is not over have no previous
 * window. Without streams in the range, unknown figures are left out.
 */
export function FigureTiles({ view }: { view: StreamerView }) {
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
  const tiles = [
    ...windowFigures.map((key) => {
      const { name, isNeutral, isSum } = shownFigures[key];
      const now = shownFigure(figures, key, outlines);
      const before = previous && shownFigure(previous, key);
      const show = (value: number | null) => <Figure of={key} value={value} />;
      const isKnown = isKnownBefore(window, knownSince, isSum ? 'sum' : 'average');
      const tile = { name, now, before, isNeutral, show, isKnown };
      return key === 'peak_viewers' ? { ...tile, at: peakStream(outlines)?.started_at } : tile;
    }),
    {
      name: title,
      now: lastCount,
      before: earlier(lastBefore ? countOf(lastBefore) : null),
      show: (value: number | null) => <Count value={value} />,
    },
    {
      name: `${title} gained`,
      now: computeGain(gainPoints),
      before: earlier(computeGain(gainPointsBefore)),
      isKnown: isGainKnown,
      // The color of the change shows whether the gain is better than the gain before.
      show: (value: number | null) => <Gain value={value} isNeutral />,
    },
  ]
    .filter(({ now, before }) => outlines.length > 0 || now !== null || (before ?? null) !== null)
    .map((tile) => ({ name: tile.name, value: tile.show(tile.now), note: noteOf(tile) }));
  return tiles.length === 0 ? null : <Tiles tiles={tiles} label="Figures of the range" />;
}

interface ComparedFigure extends ChangeProps {
  /** False if too little is known for a change. */
  isKnown?: boolean;
  /** The time of the value. */
  at?: string | undefined;
  show: (value: number | null) => ComponentChildren;
}

function noteOf({ at, ...compared }: ComparedFigure): ComponentChildren {
  const comparison = at === undefined || compared.before !== null ? comparisonOf(compared) : null;
  if (at === undefined) return comparison;
  return (
    <>
      <Day at={at} />
      {comparison && <>; {comparison}</>}
    </>
  );
}

/** Null without a previous window, and without any figure. */
function comparisonOf(tile: ComparedFigure): ComponentChildren {
  const { now, before, isKnown = true, isNeutral, show } = tile;
  if (before === undefined) return null;
  if (before === null) {
    if (now === null) return null;
    return isKnown ? 'no figure before' : <span class="unknown">before unknown</span>;
  }
  if (now === null) return <>{show(before)} before</>;
  if (!isKnown) return <span class="unknown">too little known before</span>;
  // A percentage of 0 or of a loss has no meaning.
  if (before <= 0) return <>{show(before)} before</>;
  return (
    <>
      <Change now={now} before={before} isNeutral={isNeutral} /> from {show(before)}
    </>
  );
}
