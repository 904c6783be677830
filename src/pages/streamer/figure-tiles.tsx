import type { ComponentChildren } from 'preact';
import { Change, ChangeProps, Gain } from '../parts/numbers.js';
import { Tiles } from '../parts/tiles.js';
import { figureOf, gainOf, showCount, shownFigures } from '../parts/window-figures.js';
import { StreamerView } from './streamer-view.js';

interface Figure extends ChangeProps {
  name: string;
  show: (value: number | null) => ComponentChildren;
}

/** The figures of the range, each compared with the previous window. All time has no previous window. */
export function FigureTiles({ view }: { view: StreamerView }) {
  const figures = figuresOf(view);
  const tiles = figures.map(({ name, now, before, isNeutral, show }) => ({
    name,
    value: show(now),
    note: before === undefined ? null : <Comparison {...{ now, before, isNeutral, show }} />,
  }));
  return <Tiles tiles={tiles} label="Figures of the range" />;
}

function figuresOf({ figures, previous, outlines, followers, followersBefore, streamer }: StreamerView): Figure[] {
  const earlier = (value: number | null) => (previous === undefined ? undefined : value);
  return [
    ...shownFigures.map(({ key, ...figure }) => ({
      ...figure,
      now: figureOf(figures, key, outlines),
      before: previous && figureOf(previous, key),
    })),
    {
      name: 'Followers',
      now: streamer.followers,
      before: earlier(followersBefore.at(-1)?.followers ?? null),
      show: showCount,
    },
    {
      name: 'Followers gained',
      now: gainOf(followers),
      before: earlier(gainOf(followersBefore)),
      // The color of the change shows whether the gain is better than the gain before.
      show: (value) => <Gain value={value} isNeutral />,
    },
  ];
}

function Comparison({ now, before, isNeutral, show }: Omit<Figure, 'name' | 'before'> & { before: number | null }) {
  if (before === null) return now === null ? null : <>no figure before</>;
  if (now === null) return <>{show(before)} before</>;
  return (
    <>
      <Change now={now} before={before} isNeutral={isNeutral} /> from {show(before)}
    </>
  );
}
