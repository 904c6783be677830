import type { ComponentChildren } from 'preact';
import { fullNumber, roundedQuotient, shortNumber, wordsFor } from '../../charts/labels/number-labels.js';
import { GameFigure } from '../../games/game-order.js';
import { Column, countColumn, gainColumn, hoursColumn } from './lists/column.js';
import { Count, Gain, Hours } from './numbers.js';

interface ShownFigure {
  name: string;
  /** The heading of a column, if the name is long. */
  heading?: string;
  /** The figure in a sentence, after its value. */
  words: string;
  /** Writes the number for the second line of a row on phones. */
  line?: (number: string) => string;
  /** Whether the value is in minutes and shown in hours. */
  isHours?: boolean;
  /** Whether more is not better. */
  isNeutral?: boolean;
  /** Whether the figure grows with the known time. */
  isSum?: boolean;
}

/** The figures of the pages. */
const all = {
  avg_viewers: {
    name: 'Average viewers',
    heading: 'Avg. viewers',
    words: 'viewers on average',
    line: (number) => `${number} avg`,
  },
  peak_viewers: {
    name: 'Peak viewers',
    heading: 'Peak',
    words: 'viewers at the peak',
    line: (number) => `peak ${number}`,
  },
  total_minutes: {
    name: 'Hours streamed',
    words: 'hours streamed',
    line: (number) => `${number} h live`,
    isHours: true,
    isNeutral: true,
    isSum: true,
  },
  watchtime: {
    name: 'Hours watched',
    words: 'hours watched',
    line: (number) => `${number} h watched`,
    isHours: true,
    isSum: true,
  },
  stream_count: { name: 'Streams', words: 'streams' },
  streamer_count: {
    name: 'Streamers',
    words: 'streamers',
    line: (number) => `${number} ${wordsFor(Number(number), 'streamers')}`,
  },
  followers: { name: 'Followers', words: 'followers' },
  followergain: { name: 'Followers gained', heading: 'Gained', words: 'followers gained' },
} as const satisfies Record<string, ShownFigure>;

export type FigureKey = keyof typeof all;

export const shownFigures: Readonly<Record<FigureKey, ShownFigure>> = all;

/** The figures of a window with a tile on the pages of streamers and games, in this order. */
export const windowFigures = ['avg_viewers', 'peak_viewers', 'total_minutes', 'watchtime'] as const;

/** The value of a figure, with a sign for unknown values. */
export function Figure({ of, value }: { of: FigureKey; value: number | null }): ComponentChildren {
  if (of === 'followergain') return <Gain value={value} />;
  return shownFigures[of].isHours ? <Hours minutes={value} /> : <Count value={value} />;
}

/** Writes a figure in a sentence, such as 12,345 hours watched. */
export function figureText(of: FigureKey, value: number): string {
  const { isHours, words } = shownFigures[of];
  const shown = isHours ? roundedQuotient(value, 60) : value;
  return `${fullNumber(shown)} ${wordsFor(shown, words)}`;
}

/** What happens to a column on phones, unless the table is sorted by the column. */
type OnPhones = 'shown' | 'in line' | 'hidden';

/** Returns the column of a figure. By default, the figure is the field of its name. */
export function figureColumn<Key extends FigureKey, Row = Record<Key, number | null>>(
  key: Key,
  onPhones: OnPhones = 'shown',
  valueOf = (row: Row) => (row as Record<Key, number | null>)[key],
): Column<Row, Key> {
  const { name, heading = name, line, isHours } = shownFigures[key];
  const lineOf = (row: Row) => {
    const value = valueOf(row);
    if (value === null || line === undefined || onPhones === 'hidden') return null;
    return line(shortNumber(isHours ? roundedQuotient(value, 60) : value));
  };
  const create = key === 'followergain' ? gainColumn : isHours ? hoursColumn : countColumn;
  return create<Row, Key>(name, valueOf, { key, heading, ...(onPhones !== 'shown' && { line: lineOf }) });
}

/** Returns the columns of the figures of a window. */
export function windowColumns<Row>(valueOf: (row: Row, key: GameFigure) => number | null): Column<Row, GameFigure>[] {
  const column = (key: GameFigure, onPhones: OnPhones) => figureColumn(key, onPhones, (row: Row) => valueOf(row, key));
  return [
    column('watchtime', 'in line'),
    column('avg_viewers', 'in line'),
    column('peak_viewers', 'in line'),
    column('total_minutes', 'hidden'),
    column('stream_count', 'hidden'),
  ];
}
