import type { JSX } from 'preact';
import { WindowFigures } from '../../streamer/dto/window-figures.js';
import { Count, Hours } from './numbers.js';

interface ShownFigure {
  name: string;
  key: keyof WindowFigures;
  show: (value: number) => JSX.Element;
}

export const showCount = (value: number) => <Count value={value} />;
export const showHours = (minutes: number) => <Hours minutes={minutes} />;

/** The figures of a window as pages name them, in their order. */
export const shownFigures: readonly ShownFigure[] = [
  { name: 'Average viewers', key: 'avg_viewers', show: showCount },
  { name: 'Peak viewers', key: 'peak_viewers', show: showCount },
  { name: 'Hours streamed', key: 'total_minutes', show: showHours },
  { name: 'Hours watched', key: 'watchtime', show: showHours },
];
