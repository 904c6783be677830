import type { CountName } from '../../config/channel-counts.js';
import { platformDescriptors } from '../../config/platform-descriptors.js';
import { loginDescription, platformOfName, platformTitles } from '../../config/platforms.js';
import { platformOfId } from '../../database/platforms/platform-ids.js';
import { FieldError, shown } from '../errors.js';
import { unlessBlank } from '../../streams/blank-text.js';
import { otherSourceProblem } from '../sources/other-sources.js';
import { ColumnType, nullCell } from './column-types.js';

export type KindName =
  | 'streamers'
  | 'streams'
  | 'stream_changes'
  | 'viewer_samples'
  | 'follower_points'
  | 'subscriber_points'
  | 'message_stats'
  | 'panels'
  | 'events'
  | 'event_streams'
  | 'event_markers'
  | 'colab_sessions';

/** Kinds of rows that other rows refer to. */
export type OwnerKind = 'streamers' | 'streams' | 'events' | 'colab_sessions';

/** A column that refers to a row of another kind, or to several rows if it contains several IDs; null refers to none. */
export interface Reference {
  readonly name: string;
  readonly refersTo: OwnerKind;
  /** The row may refer to a row that is not stored. */
  readonly mayBeUnknown?: true;
  /** The row does not belong to the row that it refers to, and stays without it. */
  readonly isNotOwner?: true;
}

export interface KindColumn extends Partial<Reference> {
  readonly name: string;
  readonly type: ColumnType;
  /** Part of the key, which has the order of the columns. */
  readonly isKey?: true;
  readonly optional?: boolean;
  /** Properties that replace a text without a visible character. */
  readonly standIns?: readonly string[];
  readonly notBefore?: string;
  /** The earliest date, as a cell. */
  readonly since?: string;
  /** The count that the platform of this channel publishes. On other platforms, the word may have another meaning. */
  readonly publishes?: CountName;
  readonly atMost?: string;
  /** The column whose ID names the platform of this login. */
  readonly platformOf?: string;
  /** Computes the cell from a valid record, which cannot contain this column. Derived columns come last. */
  readonly derive?: (this: void, record: Record<string, unknown>) => string;
}

/** Records for a staging table. */
export interface StagedKind {
  readonly name: KindName | 'observations';
  /** Returns the record as a line of COPY's text format, in the order of the columns, without a line break; throws a FieldError. */
  toRow(record: Record<string, unknown>): string;
}

/** Numbers of records of a kind. */
export interface StagedRows {
  read: number;
  staged: number;
  /** Number of records that were not staged because of another with the same key. */
  repeated?: number;
  /** Number of records that were not staged because the stored rows are equal. */
  unchanged?: number;
}

/**
 * One kind of import file: its properties, and the way its records get into the table of the same name. A record is the
 * whole row: in a stored row, a property that the record lacks becomes null.
 */
export interface Kind extends StagedKind {
  readonly name: KindName;
  readonly columns: readonly KindColumn[];
  readonly key: readonly string[];
  readonly references: readonly (KindColumn & Reference)[];
  /** The column whose greatest value shows the age of the data. */
  readonly newest?: string;
}

export function defineKind(definition: Pick<Kind, 'name' | 'columns' | 'newest'>): Kind {
  const { name: kind, columns } = definition;
  const given = columns.filter((column) => !column.derive);
  const derived = columns.flatMap(({ derive }) => derive ?? []);
  const names = new Set(given.map(({ name }) => name));
  const limits = given.flatMap((column, index) => {
    const other = given.findIndex(({ name }) => name === (column.notBefore ?? column.atMost ?? column.platformOf));
    return other === -1 ? [] : [{ column, index, other }];
  });
  const bounded = given.flatMap((column, index) => ((column.since ?? column.publishes) ? [{ column, index }] : []));
  const cells = given.map(() => '');
  /** Runs for every record of an import. Compares the cells of dates, since parsing a date again takes longer. */
  function toRow(record: Record<string, unknown>): string {
    for (const name in record) {
      // Without this check, a misspelled property would be lost silently.
      if (!names.has(name)) {
        const problem =
          otherSourceProblem(record) ?? `is not a property of ${kind}; the properties are ${[...names].join(', ')}`;
        throw new FieldError(name.slice(0, 60), problem);
      }
    }
    for (let index = 0; index < given.length; index++) {
      const { name, type, optional, standIns } = given[index]!;
      const value = standIns && isInvisible(record[name]) ? firstText(record, standIns) : record[name];
      cells[index] = optional && (value ?? null) === null ? nullCell : type.cell(value, name);
    }
    for (const { column, index } of bounded) checkBounds(column, cells[index]!);
    for (const { column, index, other } of limits) checkLimit(column, record, cells[index]!, cells[other]!);
    let row = cells.join('\t');
    for (const derive of derived) row += `\t${derive(record)}`;
    return row;
  }
  const references = columns.filter((column): column is KindColumn & Reference => column.refersTo !== undefined);
  const key = columns.filter(({ isKey }) => isKey).map(({ name }) => name);
  return { ...definition, key, references, toRow };
}

/** Excludes an empty text, which is rejected. */
function isInvisible(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && unlessBlank(value) === null;
}

function firstText(record: Record<string, unknown>, names: readonly string[]): unknown {
  return names.map((name) => record[name]).find((value) => typeof value === 'string');
}

export function checkBounds({ name, since = '', publishes }: Omit<KindColumn, 'type'>, cell: string): void {
  if (cell < since) throw new FieldError(name, `"${cell}" must not be before ${since}`);
  if (publishes === undefined) return;
  const platform = platformOfId(cell);
  if (platformDescriptors[platform].counts === publishes) return;
  throw new FieldError(name, `must not be a channel of ${platformTitles[platform]}, which publishes no ${publishes}`);
}

function checkLimit(
  { name, notBefore, atMost, platformOf }: KindColumn,
  record: Record<string, unknown>,
  cell: string,
  limit: string,
) {
  if (cell === nullCell || limit === nullCell) return;
  if (notBefore !== undefined) {
    if (cell >= limit) return;
    throw new FieldError(name, `${shown(record[name])} must not be before ${notBefore} (${limit})`);
  }
  if (platformOf !== undefined) {
    const platform = platformOfId(limit);
    if (platformOfName(cell) === platform) return;
    const expected = `a login of ${platformTitles[platform]}, like ${platformOf}: a login is ${loginDescription}`;
    throw new FieldError(name, `${shown(record[name])} must be ${expected}`);
  }
  if (Number(cell) > Number(limit)) throw new FieldError(name, `${cell} must be at most ${atMost} (${limit})`);
}
