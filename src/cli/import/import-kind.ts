import type { Client } from 'pg';

export type KindName =
  | 'streamers'
  | 'streams'
  | 'viewer_samples'
  | 'follower_points'
  | 'message_stats'
  | 'panels'
  | 'events'
  | 'event_streams'
  | 'event_markers'
  | 'colab_sessions';

/** What a property holds; its column is of the SQL type that columnTypes names. */
export type ColumnType = 'id' | 'ids' | 'count' | 'date' | 'text' | 'tags' | 'flag';

export const columnTypes: Readonly<Record<ColumnType, string>> = {
  id: 'bigint',
  ids: 'bigint[]',
  count: 'bigint',
  date: 'timestamptz(3)',
  text: 'text',
  tags: 'text[]',
  flag: 'boolean',
};

export interface ImportColumn {
  readonly name: string;
  readonly type: ColumnType;
  readonly optional?: boolean;
  /** Computed by the import, so that no record may have it. */
  readonly derived?: boolean;
}

/** A column that must name a row of another kind, or several where it holds ids; null names none. */
export interface ImportReference {
  readonly column: string;
  readonly table: KindName;
  readonly noun: string;
}

export interface MergeCounts {
  inserted: number;
  updated: number;
  unchanged: number;
  /** Rows that a later line with the same key replaced. */
  repeated: number;
}

/** What a record holds, and how it gets into a staging table. */
export interface StagedKind {
  readonly name: string;
  readonly columns: readonly ImportColumn[];
  /** The record as a line of COPY's text format, in the order of the columns, without its end; throws a FieldError. */
  toRow(record: Record<string, unknown>): string;
}

/**
 * One kind of import file: what a record holds and how it gets into the table of the same name. A record is the whole
 * row: a property that it leaves out becomes null in a row that is there already.
 */
export interface ImportKind extends StagedKind {
  readonly name: KindName;
  readonly key: readonly string[];
  readonly references?: readonly ImportReference[];
  /** The column whose greatest value tells how new the data is. */
  readonly newest?: string;
  /** Works on the staged rows, of which none has another's key, before the ordinary merge. */
  prepare?(client: Client): Promise<void>;
  /** Takes the place of the ordinary merge. */
  merge?(client: Client, kind: ImportKind, staged: number): Promise<MergeCounts>;
}

/** The temporary table that holds the rows of a kind until they are merged. */
export function stagingOf(kind: { readonly name: string }): string {
  return `staging_${kind.name}`;
}
