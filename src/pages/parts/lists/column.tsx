import type { ComponentChildren } from 'preact';
import { minuteMs } from '../../../figures/time.js';
import { fullNumber, quotientInTenths } from '../../../charts/labels/number-labels.js';
import { durationText, hoursText } from '../duration-text.js';
import { LocalDay, Moment, NamedDay } from '../moments.js';
import { UntrustedText } from '../names/texts.js';
import { Count, Gain, Hours, Unknown } from '../numbers.js';

/** A cell of a file. Null and undefined are an empty cell. */
export type Cell = string | number | null | undefined;

/**
 * A column of the tables on pages, of the numbers below charts and of files. `Key` is the order of a list that the column
 * stands for.
 */
export interface Column<Row, Key extends string = never> {
  name: string;
  /** The heading on pages, if it is not the name. */
  heading?: ComponentChildren;
  /** The cell on pages. Null for a column of files only. */
  show: ((row: Row) => ComponentChildren) | null;
  /** The cell below a chart, with all digits, if it is not the cell on pages. */
  number?: (row: Row) => ComponentChildren;
  /** The column in files. Undefined for a column of pages only. */
  file?: { heading: string; cell: (row: Row) => Cell };
  /** The CSS class of the cells and the heading. */
  class?: string | undefined;
  /** Whether the cells are row headers. */
  isHead?: boolean;
  key?: Key;
  /** The name of the order, if it is not the name. */
  order?: string;
  /**
   * The cell in the second line of a row on phones, where the column is hidden. Null is left out. True for the cell on
   * pages.
   */
  line?: true | ((row: Row) => ComponentChildren);
}

/** The options of a column that only files have. */
export const fileOnly = { show: null } as const;

/** How the values of a column are written. */
interface ValueKind<Value> {
  show: (value: Value | null) => ComponentChildren;
  number?: (value: Value | null) => ComponentChildren;
  cell?: (value: Value) => Cell;
  /** Adds the unit to the heading in files. */
  heading?: (name: string) => string;
  class?: string;
}

/** Returns a function that creates columns of values of a kind. */
function columnOf<Value extends Cell>({ show, number, cell, heading, class: shape }: ValueKind<Value>) {
  return <Row, Key extends string = never>(
    name: string,
    valueOf: (row: Row) => Value | null | undefined,
    more: Partial<Column<Row, Key>> = {},
  ): Column<Row, Key> => ({
    ...{ name, class: shape, show: (row) => show(valueOf(row) ?? null) },
    ...(number && { number: (row: Row) => number(valueOf(row) ?? null) }),
    file: {
      heading: heading?.(name) ?? name,
      cell: (row) => {
        const value = valueOf(row) ?? null;
        return value === null || cell === undefined ? value : cell(value);
      },
    },
    ...more,
  });
}

/** Writes a number with all digits. */
export function numberText(value: number | null): string {
  return value === null ? 'unknown' : fullNumber(value);
}

const inUtc = (name: string) => `${name} (UTC)`;
const inMinutes = (name: string) => (name.startsWith('Hours') ? name.replace('Hours', 'Minutes') : `${name} (minutes)`);

export const textColumn = columnOf<string>({ show: (value) => <UntrustedText text={value} empty="–" /> });

/** A time. Spreadsheets read the form in files: 2026-11-24 21:18. */
export const momentColumn = columnOf<string>({
  show: (at) => <Moment at={at} />,
  cell: (at) => at.slice(0, 16).replace('T', ' '),
  heading: inUtc,
  class: 'nowrap',
});

/** A day, week or month in UTC, by its start. */
export const utcDayColumn = columnOf<string>({
  show: (at) => (at === null ? <Unknown /> : <NamedDay at={at} />),
  cell: (at) => at.slice(0, 10),
  heading: inUtc,
  class: 'nowrap',
});

/** A day, week or month in a time zone, by its start. */
export function dayColumn<Row>(
  name: string,
  zone: string,
  dayOf: (row: Row) => LocalDay & { date: string },
  more: Partial<Column<Row>> = {},
): Column<Row> {
  return {
    ...utcDayColumn<Row>(name, (row) => dayOf(row).date, { show: (row) => <NamedDay {...dayOf(row)} /> }),
    file: { heading: `${name} (${zone})`, cell: (row) => dayOf(row).date.slice(0, 10) },
    ...more,
  };
}

export const countColumn = columnOf<number>({
  show: (value) => <Count value={value} />,
  number: numberText,
  class: 'num count',
});

export const gainColumn = columnOf<number>({ show: (value) => <Gain value={value} />, class: 'num count' });

/** The length of something, in whole minutes. */
export const durationColumn = columnOf<number>({
  show: (minutes) => (minutes === null ? <Unknown /> : durationText(minutes)),
  heading: inMinutes,
  class: 'num',
});

/** A sum of minutes or viewer-minutes, which pages show as hours. */
export const hoursColumn = columnOf<number>({
  show: (minutes) => <Hours minutes={minutes} />,
  heading: inMinutes,
  class: 'num count',
});

/** A sum of milliseconds, which pages show as hours and files as minutes, both with one decimal. */
export const streamedColumn = columnOf<number>({
  show: (ms) => (ms === null ? 'unknown' : hoursText(ms)),
  cell: (ms) => quotientInTenths(ms, minuteMs),
  heading: inMinutes,
  class: 'num',
});

export const percentColumn = columnOf<number>({
  show: (value) => (value === null ? <Unknown /> : `${value}%`),
  heading: (name) => `${name} (%)`,
  class: 'num',
});
