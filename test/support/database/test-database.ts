import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';

/** A database of one test suite. */
export interface TestDatabase {
  /** URL for the owner of the database. */
  url: string;
  /** Restores the initial state, despite open connections. This is faster than another database for the next test. */
  empty(): Promise<void>;
  /** Drops the database, despite open connections. */
  drop(): Promise<void>;
}

/** Clones a database for one suite, by default the migrated and otherwise empty one. */
export async function createTestDatabase(template = process.env.TEST_TEMPLATE): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await clone(template ?? 'template1', name);
  const url = urlOfDatabase(adminUrl(), name);
  return {
    url,
    empty: () => run(url, emptying),
    drop: () => runAsAdmin(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`),
  };
}

/** A database of a test file, with a connection of the owner. */
export interface OwnedDatabase {
  url: string;
  client: Client;
}

/** Provides each test of the calling file with an empty database and a session without earlier state. */
export function databaseWhileTesting(): OwnedDatabase {
  const owned = {} as OwnedDatabase;
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    owned.url = database.url;
    owned.client = new Client({ connectionString: database.url });
    await owned.client.connect();
  });
  afterAll(async () => {
    await owned.client.end();
    await database.drop();
  });
  afterEach(async () => {
    // A new connection for each test would take longer than most tests.
    await owned.client.query('ROLLBACK');
    await owned.client.query('DISCARD ALL');
    // A process of the last test can still write, and deadlock with the first attempt.
    await owned.client.query(emptying).catch(() => owned.client.query(emptying));
  });
  return owned;
}

/** Runs one statement as the superuser, outside any test database. */
export async function runAsAdmin(sql: string): Promise<void> {
  await run(adminUrl(), sql);
}

async function run(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** URL of another database on the same server. */
export function urlOfDatabase(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}

async function clone(template: string, name: string): Promise<void> {
  const cloneLimitMs = 60_000;
  for (const deadline = Date.now() + cloneLimitMs; ; await sleep(100)) {
    try {
      return await runAsAdmin(`CREATE DATABASE "${name}" TEMPLATE "${template}" STRATEGY file_copy`);
    } catch (error) {
      const isBusy = error instanceof DatabaseError && error.code === objectInUse;
      if (!isBusy || Date.now() > deadline) throw error;
    }
  }
}

const objectInUse = '55006';

/**
 * SQL that deletes the rows of some tables: a condition for `t.tablename`. Truncating an empty or small table takes many times
 * longer. Skips triggers and foreign keys.
 */
export const deletingRows = (condition: string) => `
  DO $$
  DECLARE
    deletion text;
  BEGIN
    PERFORM set_config('session_replication_role', 'replica', TRUE);
    FOR deletion IN
      SELECT format(CASE WHEN t.size > 1000000 THEN 'TRUNCATE %I CASCADE' ELSE 'DELETE FROM %I' END, t.tablename)
      FROM (
        SELECT t.tablename, pg_relation_size(format('public.%I', t.tablename)::regclass) AS size
        FROM pg_catalog.pg_tables t WHERE t.schemaname = 'public' AND ${condition}
      ) t
      WHERE t.size > 0
    LOOP
      EXECUTE deletion;
    END LOOP;
    PERFORM set_config('session_replication_role', 'origin', TRUE);
  END $$`;

/** Deletes all rows and partitions, and restarts sequences. The migrations create no partitions. A partition may be detached. */
const emptying = `
  DO $$
  DECLARE
    partitions text;
  BEGIN
    PERFORM pg_terminate_backend(a.pid, 10000) FROM pg_catalog.pg_stat_activity a
    WHERE a.datname = current_database() AND a.pid <> pg_backend_pid();
    SELECT string_agg(t.tablename, ', ') INTO partitions
    FROM pg_catalog.pg_tables t WHERE t.schemaname = 'public' AND t.tablename ~ '^(viewer|packed)_samples_\\d';
    IF partitions IS NOT NULL THEN EXECUTE 'DROP TABLE ' || partitions; END IF;
    PERFORM setval(q.seqrelid, q.seqstart, FALSE) FROM pg_catalog.pg_sequence q;
  END $$;
  ${deletingRows("t.tablename NOT IN ('_prisma_migrations', 'installation')")}`;

function adminUrl(): string {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) throw new Error('TEST_DATABASE_URL is not set. Run the tests with Jest, whose setup starts PostgreSQL.');
  return url;
}
