import type { Client } from 'pg';
import { StagedKind, stagingOf, storedOf } from './kinds/kind.js';

/**
 * The temporary tables through which the steps of an import hand rows to each other. A connection creates each table
 * once, and each transaction begins with empty tables.
 */
export const changedStreams = 'changed_streams';
export const sampledDays = 'sampled_days';
export const observedChanges = 'observed_changes';
export const streamsToPrune = 'streams_to_prune';

const createTables = `
  -- The streams whose sum and end the end of the import decides again; a stream can have several rows.
  CREATE TEMP TABLE IF NOT EXISTS ${changedStreams} (
    stream_id bigint NOT NULL,
    -- The stream is new, or has another channel, start or end: its neighbor may have another end, too.
    is_moved boolean NOT NULL DEFAULT FALSE,
    -- The sum is computed from all stored samples. Otherwise the samples after the last one are added.
    needs_sum boolean NOT NULL DEFAULT FALSE,
    -- The newest observation of the stream in this import, if it is later than the stored one.
    observed_at timestamptz,
    -- Nobody observes the stream anymore.
    is_unobserved boolean NOT NULL DEFAULT FALSE
  ) ON COMMIT DELETE ROWS;
  -- First and last staged sample of each stream and day (UTC).
  CREATE TEMP TABLE IF NOT EXISTS ${sampledDays} (
    stream_id bigint NOT NULL,
    first_at timestamptz NOT NULL,
    last_at timestamptz NOT NULL
  ) ON COMMIT DELETE ROWS;
  -- Observed titles, games and tags of streams that have a change; from_at is the first observation of the stream in this import.
  CREATE TEMP TABLE IF NOT EXISTS ${observedChanges} (
    stream_id bigint NOT NULL,
    at timestamptz(3) NOT NULL,
    from_at timestamptz(3) NOT NULL,
    title text,
    game_name text,
    tags text[]
  ) ON COMMIT DELETE ROWS;
  -- The streams with samples that a prune removes.
  CREATE TEMP TABLE IF NOT EXISTS ${streamsToPrune} (stream_id bigint NOT NULL) ON COMMIT DELETE ROWS`;

/** Creates the temporary tables, inside a transaction of the caller. */
export async function openSession(client: Client): Promise<void> {
  await client.query(createTables);
}

/**
 * Empties the tables of a kind, and creates them if this connection has none: `staging_KIND` for its staged rows, whose
 * column `origin` is the place of a row in the import, and `stored_KIND` for the staged rows whose key is stored, and
 * whether they differ from the stored rows.
 */
export async function emptyStaging(client: Client, kind: StagedKind): Promise<void> {
  const columns = [...kind.columns.map(({ name, type }) => `${name} ${type.sql}`), 'origin bigint NOT NULL'];
  await client.query(`
    CREATE TEMP TABLE IF NOT EXISTS ${stagingOf(kind)} (${columns.join(', ')}) ON COMMIT DELETE ROWS;
    CREATE TEMP TABLE IF NOT EXISTS ${storedOf(kind)} (${columns.join(', ')}, is_changed boolean) ON COMMIT DELETE ROWS;
    TRUNCATE ${stagingOf(kind)}, ${storedOf(kind)}`);
}
