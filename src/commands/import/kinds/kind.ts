import type { Client } from 'pg';
import { FieldError, shown } from '../errors.js';
import { otherSourceProblem } from '../other-sources.js';
import { ColumnType, nullCell } from './column-types.js';

export type KindName =
  | 'streamers'
  | 'streams'
  | 'stream_changes'
  | 'viewer_samples'
  | 'follower_points'
  | 'message_stats'
  | 'panels'
  | 'events'
  | 'event_streams'
  | 'event_markers'
  | 'colab_sessions';

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  readonly optional?: boolean;
  readonly notBefore?: string;
  readonly atMost?: string;
  /** Computed by the import, so that no record may have it. Derived columns are the last ones. */
  readonly derived?: boolean;
}

/** A column that must name a row of another kind, or several where it holds ids; null names none. */
export interface Reference {
  readonly column: string;
  readonly table: KindName;
  readonly noun: string;
}

export interface MergeCounts {
  inserted: number;
  updated: number;
  unchanged: number;
  /** Rows that another one with the same key replaced. */
  repeated: number;
  /** Viewer samples outside of the time of their stream. */
  outside?: number;
}

/** What can be put into a staging table. */
export interface StagedKind {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: Pick<ColumnType, 'sql'> }[];
  /** The record as a line of COPY's text format, in the order of the columns, without its end; throws a FieldError. */
  toRow(record: Record<string, unknown>): string;
}

/**
 * One kind of import file: what a record holds and how it gets into the table of the same name. A record is the whole
 * row: a property that it leaves out becomes null in a row that is there already.
 */
export interface Kind extends StagedKind {
  readonly name: KindName;
  readonly columns: readonly Column[];
  readonly key: readonly string[];
  readonly references?: readonly Reference[];
  /** The column whose greatest value tells how new the data is. */
  readonly newest?: string;
  /** Works on the staged rows, whose keys are distinct by then, before the ordinary merge. */
  prepare?(client: Client): Promise<void>;
  /**
   * What follows `UPDATE events e SET figures_due = TRUE`, for the events whose viewers the staged rows change: the refresh that follows
   * an import computes these and no others. An event that is marked already is marked again, which locks it: a refresh that runs at the
   * same time leaves it to the next one.
   */
  readonly dueEvents?: string;
  /** Takes the place of the ordinary merge. */
  merge?(client: Client, kind: Kind, staged: number): Promise<MergeCounts>;
}

type KindDefinition = Omit<Kind, 'toRow'> & {
  /** The cells of the derived columns, separated by tabs. */
  readonly derive?: (this: void, record: Record<string, unknown>) => string;
};

export function defineKind(definition: KindDefinition): Kind {
  return { ...definition, toRow: rowWriter(definition) };
}

/** The temporary table that holds the rows of a kind until they are merged. */
export function stagingOf(kind: { readonly name: string }): string {
  return `staging_${kind.name}`;
}

/** The function runs for every record of an import: it compares the cells of dates, since reading a date again takes longer. */
function rowWriter({ name: kind, columns, derive }: KindDefinition): Kind['toRow'] {
  const given = columns.filter((column) => !column.derived);
  const names = new Set(given.map(({ name }) => name));
  const readers = given.map(({ name, type, optional }) => ({ name, read: type.cell, isOptional: optional ?? false }));
  const limits = given.flatMap((column, index) => {
    const other = given.findIndex(({ name }) => name === (column.notBefore ?? column.atMost));
    return other === -1 ? [] : [{ column, index, other }];
  });
  const cells = given.map(() => '');
  return (record) => {
    for (const name in record) {
      // A misspelt property would be lost without a word.
      if (!names.has(name)) {
        const problem = otherSourceProblem(record) ?? `is no property of ${kind}: ${[...names].join(', ')}`;
        throw new FieldError(name.slice(0, 60), problem);
      }
    }
    for (let index = 0; index < readers.length; index++) {
      const reader = readers[index]!;
      const value = record[reader.name];
      const isNull = reader.isOptional && (value === undefined || value === null);
      cells[index] = isNull ? nullCell : reader.read(value, reader.name);
    }
    for (const { column, index, other } of limits) checkLimit(column, record, cells[index]!, cells[other]!);
    const row = cells.join('\t');
    return derive ? `${row}\t${derive(record)}` : row;
  };
}

function checkLimit({ name, notBefore, atMost }: Column, record: Record<string, unknown>, cell: string, limit: string) {
  if (cell === nullCell || limit === nullCell) return;
  if (notBefore !== undefined) {
    if (cell >= limit) return;
    throw new FieldError(name, `${shown(record[name])} must not be before ${notBefore} (${limit})`);
  }
  if (Number(cell) > Number(limit)) throw new FieldError(name, `${cell} must be at most ${atMost} (${limit})`);
}
