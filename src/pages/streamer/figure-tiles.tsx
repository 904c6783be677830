import type { ComponentChildren } from 'preact';
import { Figure, shownFigures, windowFigures } from '../parts/figures.js';
import { Day } from '../parts/moments.js';
import { Change, ChangeProps, Count, Gain } from '../parts/numbers.js';
import { Tiles } from '../parts/tiles.js';
import { coverHalf, figureOf, gainOf } from '../parts/window-figures.js';
import { peakStream, StreamerView } from './streamer-view.js';

interface ShownTile extends ChangeProps {
  name: string;
  /** False if the previous window is known in small part only. */
  isComparable?: boolean;
  /** The time of the value. */
  at?: string | undefined;
  show: (value: number | null) => ComponentChildren;
}

/** The figures of the range, each compared with the previous window. All time has no previous window. */
export function FigureTiles({ view }: { view: StreamerView }) {
  const tiles = tilesOf(view).map((tile) => ({ name: tile.name, value: tile.show(tile.now), note: noteOf(tile) }));
  return <Tiles tiles={tiles} label="Figures of the range" />;
}

function tilesOf(view: StreamerView): ShownTile[] {
  const { figures, previous, isKnownBefore, outlines, range, followers, followersBefore, streamer } = view;
  const earlier = (value: number | null) => (previous === undefined ? undefined : value);
  const isCountedBefore = coverHalf(
    followersBefore.map(({ created_at }) => created_at),
    Number(range),
  );
  return [
    ...windowFigures.map((key) => ({
      ...shownFigures[key],
      show: (value: number | null) => <Figure of={key} value={value} />,
      now: figureOf(figures, key, outlines),
      before: previous && figureOf(previous, key),
      isComparable: isKnownBefore,
      at: key === 'peak_viewers' ? peakStream(outlines)?.started_at : undefined,
    })),
    {
      name: 'Followers',
      now: streamer.followers,
      before: earlier(followersBefore.at(-1)?.followers ?? null),
      show: (value) => <Count value={value} />,
    },
    {
      name: 'Followers gained',
      now: gainOf(followers),
      before: earlier(gainOf(followersBefore)),
      isComparable: isCountedBefore,
      // The color of the change shows whether the gain is better than the gain before.
      show: (value) => <Gain value={value} isNeutral />,
    },
  ];
}

function noteOf({ at, before, show, ...tile }: ShownTile): ComponentChildren {
  const comparison = before === undefined ? null : <Comparison {...{ before, show, ...tile }} />;
  if (at === undefined) return comparison;
  return (
    <>
      <Day at={at} />
      {comparison && <>; {comparison}</>}
    </>
  );
}

interface ComparisonProps extends Omit<ShownTile, 'name' | 'before'> {
  before: number | null;
}

function Comparison({ now, before, isComparable = true, isNeutral, show }: ComparisonProps) {
  if (before === null) return now === null ? null : <>no figure before</>;
  if (now === null) return <>{show(before)} before</>;
  if (!isComparable) return <>too little known before</>;
  return (
    <>
      <Change now={now} before={before} isNeutral={isNeutral} /> from {show(before)}
    </>
  );
}
