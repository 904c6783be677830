import type { Client } from 'pg';
import { changeColumns, observedColumns } from './kinds/observed-columns.js';
import type { KindColumn, Kind, KindName } from './kinds/kind.js';

const definitionsOf = (columns: readonly KindColumn[]): Record<string, string> =>
  Object.fromEntries(columns.map(({ name, type }) => [name, type.sql]));

/**
 * The temporary tables through which the steps of an import hand rows to each other. A connection creates each table
 * once, and each transaction begins with empty tables. Statements name a table with the constants and functions below.
 */
const tables = {
  /** The streams that the end of the import recomputes; a stream can have several rows. */
  changed_streams: {
    stream_id: 'bigint NOT NULL',
    /** The stream or the next one of its channel is new, removed or moved, so its end is inferred again. */
    is_moved: 'boolean NOT NULL DEFAULT FALSE',
    /** All samples are summed up again. Otherwise the samples after the last one are added to the sum of a live stream. */
    needs_sum: 'boolean NOT NULL DEFAULT FALSE',
    /** The newest observation of the stream in this import, if it is later than the stored one. */
    observed_at: 'timestamptz(3)',
    /** The stream is no longer observed. */
    is_unobserved: 'boolean NOT NULL DEFAULT FALSE',
  },
  /** The events that the import changes. */
  changed_events: {
    event_id: 'bigint',
  },
  /** First and last staged sample of each stream and day (UTC). */
  sampled_days: {
    stream_id: 'bigint NOT NULL',
    first_at: 'timestamptz(3) NOT NULL',
    last_at: 'timestamptz(3) NOT NULL',
  },
  /** The descriptions of streams that have a change. */
  observed_changes: {
    stream_id: 'bigint NOT NULL',
    at: 'timestamptz(3) NOT NULL',
    /** The first observation of the stream in this import. */
    from_at: 'timestamptz(3) NOT NULL',
    ...definitionsOf(changeColumns),
  },
  /** The streams with samples that a prune removes. */
  streams_to_prune: {
    stream_id: 'bigint NOT NULL',
  },
  /** The items of Helix pages or of a sweep. */
  staging_observations: {
    /** `stream`, `user`, `followers`, `subscribers`, `nobody` for a page without live streams, or `unreadable` for a live stream with an ID only. */
    shape: 'text NOT NULL',
    at: 'timestamptz(3) NOT NULL',
    /** The number of the platform, 1 for Twitch. */
    platform: 'integer NOT NULL',
    /** The place of the item on its page. */
    ordinal: 'bigint NOT NULL',
    streamer_id: 'bigint',
    streamer_external_id: 'text',
    login: 'text',
    display_name: 'text',
    profile_image: 'text',
    stream_id: 'bigint',
    stream_external_id: 'text',
    started_at: 'timestamptz(3)',
    ...definitionsOf(observedColumns),
    viewers: 'bigint',
    followers: 'bigint',
    subscribers: 'bigint',
    gifted: 'bigint',
    /** The place of the page in the import. */
    origin: 'bigint NOT NULL',
  },
} as const;

type TableName = keyof typeof tables;

export const changedStreams = 'changed_streams' satisfies TableName;
export const changedEvents = 'changed_events' satisfies TableName;
export const sampledDays = 'sampled_days' satisfies TableName;
export const observedChanges = 'observed_changes' satisfies TableName;
export const streamsToPrune = 'streams_to_prune' satisfies TableName;
export const observations = 'staging_observations' satisfies TableName;
export const observationColumns = Object.keys(tables[observations]);

/** The staged rows of a kind: its columns, and as `origin` the place of a row in the import. */
export function staged(kind: KindName | 'observations'): string {
  return `staging_${kind}`;
}

/** The staged rows of a kind whose keys are stored; `is_changed` if they differ from the stored rows. */
export function stored(kind: KindName): string {
  return `stored_${kind}`;
}

/** SQL for columns of a row. */
export function qualifyColumns(alias: string, names: readonly string[]): string {
  return names.map((name) => `${alias}.${name}`).join(', ');
}

/** Creates the temporary tables, except those of kinds, inside a transaction of the caller. */
export async function openSession(client: Client): Promise<void> {
  const created = Object.entries(tables).map(([name, columns]) => createTable(name, columns));
  await client.query(created.join(';\n'));
}

/** Empties the tables of a kind, and creates them if this connection has none. */
export async function emptyStaging(client: Client, { name, columns }: Kind): Promise<void> {
  const all = { ...definitionsOf(columns), origin: 'bigint NOT NULL' };
  await client.query(`
    ${createTable(staged(name), all)};
    ${createTable(stored(name), { ...all, is_changed: 'boolean' })};
    TRUNCATE ${staged(name)}, ${stored(name)}`);
}

function createTable(name: string, columns: Readonly<Record<string, string>>): string {
  const definitions = Object.entries(columns).map((column) => column.join(' '));
  return `CREATE TEMP TABLE IF NOT EXISTS ${name} (${definitions.join(', ')}) ON COMMIT DELETE ROWS`;
}
