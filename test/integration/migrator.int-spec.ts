import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { withOwner } from '../../src/database/owner-client.js';
import { migrate, migrateDatabase } from '../../src/database/migrations/migrator.js';
import { createTestDatabase, runAsAdmin, TestDatabase, urlOfDatabase } from '../support/database/test-database.js';
import { until } from '../support/until.js';
import { within } from '../support/within.js';

const migrations = readdirSync('prisma/migrations', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort();

describe('migrateDatabase', () => {
  let database: TestDatabase;

  beforeEach(async () => {
    database = await createTestDatabase('template1');
  });

  afterEach(() => database.drop());

  it('applies every migration once, oldest first, returns their names, and records them for Prisma Migrate', async () => {
    expect(await migrateDatabase(database.url)).toEqual(migrations);
    const applied = `
      SELECT m.migration_name AS name, m.applied_steps_count AS steps, m.finished_at > m.started_at AS finished, m.checksum
      FROM _prisma_migrations m ORDER BY m.migration_name`;
    expect(await query(database.url, applied)).toEqual(
      migrations.map((name) => ({ name, steps: 1, finished: true, checksum: checksumOf(name) })),
    );
    await query(database.url, "INSERT INTO streamers (id, login, display_name) VALUES (1, 'a', 'A')");
    expect(await migrateDatabase(database.url)).toEqual([]);
    expect(await query(database.url, 'SELECT s.id FROM streamers s')).toEqual([{ id: '1' }]);
  });

  it('waits for another migrating process, and reports the wait', async () => {
    const other = new pg.Client({ connectionString: database.url });
    await other.connect();
    await other.query('SELECT pg_advisory_lock(7204061001)');
    const lines: string[] = [];
    const log = (line: string) => {
      lines.push(line);
      void other.end();
    };
    const waiting = migrateDatabase(database.url, { log });
    const applied = await within(waiting, 'The migration does not report the wait.').finally(() => other.end());
    expect(lines).toEqual(['Another process is migrating this database; waiting for it to finish.']);
    expect(applied).toEqual(migrations);
  });

  it('rolls back a failed migration, shows the error of PostgreSQL, and applies the migration later', async () => {
    // A table has a type with its name, so this domain conflicts with the last table.
    await query(database.url, 'CREATE DOMAIN seed_state AS int');
    await expect(migrateDatabase(database.url)).rejects.toThrow('type "seed_state" already exists');
    expect(await tablesOf(database.url)).toEqual(['_prisma_migrations']);
    await expect(migrateDatabase(database.url)).rejects.toThrow('already exists');
    // A killed process leaves a start time, without an end time or an error.
    await query(
      database.url,
      `UPDATE _prisma_migrations SET logs = NULL WHERE started_at = (SELECT max(started_at) FROM _prisma_migrations);
       DROP DOMAIN seed_state`,
    );
    expect(await migrateDatabase(database.url)).toEqual(migrations);
    expect(await migrateDatabase(database.url)).toEqual([]);
  });

  it('refuses a database with unrelated tables', async () => {
    await query(database.url, 'CREATE TABLE something_else (id int)');
    await expect(migrateDatabase(database.url)).rejects.toThrow(
      'The schema public of the database contains other objects (something_else). ' +
        'Create a separate database for the service, and set DATABASE_URL to it.',
    );
    expect(await tablesOf(database.url)).toEqual(['something_else']);
  });

  it('refuses a database in another encoding before anything else', async () => {
    await runAsAdmin(
      `CREATE DATABASE test_latin1 TEMPLATE template0 ENCODING 'LATIN1' LOCALE_PROVIDER libc LOCALE 'C'`,
    );
    const url = urlOfDatabase(database.url, 'test_latin1');
    const refused = await migrateDatabase(url).catch((error: Error) => error);
    const tables = await tablesOf(url);
    await runAsAdmin('DROP DATABASE test_latin1');
    expect(refused).toMatchObject({
      message:
        'The encoding of the database is LATIN1, but must be UTF8. ' +
        `Create a database with ENCODING 'UTF8' TEMPLATE template0, and set DATABASE_URL to it.`,
    });
    expect(tables).toEqual([]);
  });

  it('refuses a role that may not create tables, or a database without the schema', async () => {
    await query(database.url, "CREATE ROLE test_plain LOGIN PASSWORD 'secret'");
    const url = Object.assign(new URL(database.url), { username: 'test_plain', password: 'secret' }).href;
    await expect(migrateDatabase(url)).rejects.toThrow(
      'The role test_plain cannot create tables in the schema public. Run GRANT CREATE ON SCHEMA public TO test_plain ' +
        'as the owner of the database, or set DATABASE_URL to that owner.',
    );
    await query(database.url, 'DROP ROLE test_plain; DROP SCHEMA public');
    await expect(migrateDatabase(database.url)).rejects.toThrow(
      'The database has no schema public. Run CREATE SCHEMA public in it.',
    );
  });

  it('fails with the reason when the database is unreachable', async () => {
    await expect(migrateDatabase('postgresql://nobody@127.0.0.1:1/none')).rejects.toThrow('ECONNREFUSED');
  });
});

describe('a file of migrations', () => {
  let database: TestDatabase;
  let folder: string;

  beforeEach(async () => {
    database = await createTestDatabase('template1');
    folder = mkdtempSync(path.join(os.tmpdir(), 'migrations-'));
    add('1_numbers', 'CREATE TABLE numbers AS SELECT n AS id, 0 AS runs FROM generate_series(1, 30) n;');
    await migrateDatabase(database.url, { folder });
  });

  afterEach(async () => {
    rmSync(folder, { recursive: true });
    await database.drop();
  });

  function add(name: string, sql: string): void {
    mkdirSync(path.join(folder, name), { recursive: true });
    writeFileSync(path.join(folder, name, 'migration.sql'), sql);
  }

  const numbers = (columns: string) => query(database.url, `SELECT ${columns} FROM numbers n`);

  it('that waits for a reader lets other readers pass after the lock timeout, and is tried again', async () => {
    add('2_column', 'ALTER TABLE numbers ADD COLUMN name text;');
    const reader = new pg.Client({ connectionString: database.url });
    await reader.connect();
    await reader.query('BEGIN; SELECT FROM numbers');
    const lines: string[] = [];
    const times = { lockTimeoutMs: 300, pauseMs: 100 };
    const migrating = migrateDatabase(database.url, { folder, ...times, log: (line) => lines.push(line) });
    try {
      await until(
        () => lines.length === 1,
        () => 'The migration waits for the lock without a limit.',
      );
      for (let reads = 0; reads < 20; reads++) await within(numbers('count(*)'), 'Readers wait behind the migration.');
    } finally {
      await reader.end();
    }
    expect(await within(migrating, 'The migration is not tried again.')).toEqual(['2_column']);
    expect(lines).toEqual([
      '2_column waits for a lock that another session holds. It is tried again after 0.1 s, until it gets the lock.',
    ]);
    expect(await query(database.url, 'SHOW lock_timeout')).toEqual([{ lock_timeout: '0' }]);
  });

  it('waits for a lock for less time than a request has', async () => {
    add('2_settings', `CREATE TABLE settings AS SELECT current_setting('lock_timeout') AS lock_timeout;`);
    await migrateDatabase(database.url, { folder });
    expect(await query(database.url, 'SELECT s.lock_timeout FROM settings s')).toEqual([{ lock_timeout: '500ms' }]);
  });

  it('that waits for a reader can be stopped, and applied later', async () => {
    add('2_column', 'ALTER TABLE numbers ADD COLUMN name text;');
    await withOwner(database.url, async (reader) => {
      await reader.query('BEGIN; SELECT FROM numbers');
      const stopping = new AbortController();
      const stop = () => stopping.abort();
      const options = { folder, lockTimeoutMs: 100, pauseMs: 100, signal: stopping.signal, log: stop };
      const migrating = within(migrateDatabase(database.url, options), 'The migration ignores the signal.');
      await expect(migrating).rejects.toThrow('aborted');
    });
    expect(await migrateDatabase(database.url, { folder })).toEqual(['2_column']);
  });

  it('of statements keeps those before a failure, and starts again', async () => {
    add(
      '2_statements',
      '-- statements: For a test.\nALTER TABLE numbers ADD COLUMN IF NOT EXISTS name text;\n\nSELECT 1 / runs FROM numbers;',
    );
    const migrating = migrateDatabase(database.url, { folder });
    await expect(migrating).rejects.toThrow('Migration 2_statements failed: division by zero');
    await query(database.url, `UPDATE numbers SET runs = 1, name = 'one'`);
    expect(await migrateDatabase(database.url, { folder })).toEqual(['2_statements']);
  });

  const index = `-- concurrently: For a test.\nCREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "numbers_key" ON "numbers"("id");`;
  const indexes = `
    SELECT i.indisvalid AS valid FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid AND c.relname = 'numbers_key'`;

  it('that creates an index concurrently drops an invalid index of an earlier attempt', async () => {
    add('2_index', index);
    await query(database.url, 'INSERT INTO numbers (id) VALUES (1)');
    await expect(migrateDatabase(database.url, { folder })).rejects.toThrow('could not create unique index');
    expect(await query(database.url, indexes)).toEqual([{ valid: false }]);
    await query(database.url, 'DELETE FROM numbers n WHERE n.runs IS NULL');
    expect(await migrateDatabase(database.url, { folder })).toEqual(['2_index']);
    expect(await query(database.url, indexes)).toEqual([{ valid: true }]);
    // As if the process was killed before it recorded the end.
    await query(database.url, `UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = '2_index'`);
    expect(await migrateDatabase(database.url, { folder })).toEqual(['2_index']);
  });

  it('that creates an index concurrently is not blocked by a second process that waits', async () => {
    add('2_index', index);
    const both = Promise.all([1, 2].map(() => migrateDatabase(database.url, { folder })));
    const results = await within(both, 'The processes wait for each other.');
    expect(results.flat()).toEqual(['2_index']);
  });

  it.each(['CREATE INDEX "numbers_key" ON "numbers"("id");', 'CREATE INDEX CONCURRENTLY ON "numbers"("id");'])(
    'that is marked as concurrent is refused if it is %s',
    async (sql) => {
      add('2_index', `-- concurrently: For a test.\n${sql}`);
      await expect(migrateDatabase(database.url, { folder })).rejects.toThrow(
        '2_index lacks CREATE INDEX CONCURRENTLY IF NOT EXISTS "name".',
      );
    },
  );

  const batches = `-- batches: For a test.
    WITH batch AS (
      SELECT n.id FROM numbers n WHERE n.id > $1 ORDER BY n.id LIMIT 10
    ), changed AS (
      UPDATE numbers n SET runs = n.runs + 1 + 0 / (n.id - 15) FROM batch b WHERE n.id = b.id
    )
    SELECT max(b.id) AS last FROM batch b`;

  it('with batches keeps the batches before a failure, and continues after them', async () => {
    add('2_fill', batches);
    const runs = 'count(*)::int AS count, sum(n.runs)::int AS runs';
    await expect(migrateDatabase(database.url, { folder })).rejects.toThrow('division by zero');
    expect(await numbers(runs)).toEqual([{ count: 30, runs: 10 }]);
    await expect(migrateDatabase(database.url, { folder })).rejects.toThrow('division by zero');
    await query(database.url, 'DELETE FROM numbers n WHERE n.id = 15');
    expect(await migrateDatabase(database.url, { folder })).toEqual(['2_fill']);
    expect(await numbers(runs)).toEqual([{ count: 29, runs: 29 }]);
  });

  it('starts the batches of a changed file again', async () => {
    add('2_fill', batches);
    await expect(migrateDatabase(database.url, { folder })).rejects.toThrow('division by zero');
    add('2_fill', batches.replace(' + 0 / (n.id - 15)', ''));
    await migrateDatabase(database.url, { folder });
    expect(await numbers('sum(n.runs)::int AS runs')).toEqual([{ runs: 40 }]);
  });

  it('becomes part of a transaction of the caller', async () => {
    add('2_index', index);
    add('3_fill', batches.replace(' + 0 / (n.id - 15)', ''));
    await withOwner(database.url, async (client) => {
      await client.query('BEGIN');
      expect(await migrate(client, { folder, isInTransaction: true })).toEqual(['2_index', '3_fill']);
      await client.query('ROLLBACK');
    });
    expect(await query(database.url, indexes)).toEqual([]);
    expect(await migrateDatabase(database.url, { folder })).toEqual(['2_index', '3_fill']);
  });

  it('of an unreleased version makes its databases refuse every change', async () => {
    add('2_column', 'ALTER TABLE numbers ADD COLUMN name text;');
    await expect(migrateDatabase(database.url, { folder, unreleased: ['0_other', '1_numbers'] })).rejects.toThrow(
      /^The tables are those of an unreleased version, which had the migration 1_numbers, and cannot be migrated\. Run npm run export/,
    );
    expect(await query(database.url, 'SELECT m.migration_name AS name FROM _prisma_migrations m')).toEqual([
      { name: '1_numbers' },
    ]);
    expect(await migrateDatabase(database.url, { folder, unreleased: ['2_column'] })).toEqual(['2_column']);
  });
});

function checksumOf(name: string): string {
  return createHash('sha256')
    .update(readFileSync(`prisma/migrations/${name}/migration.sql`))
    .digest('hex');
}

async function tablesOf(url: string): Promise<unknown[]> {
  const rows = await query(
    url,
    "SELECT t.tablename FROM pg_tables t WHERE t.schemaname = 'public' ORDER BY t.tablename",
  );
  return rows.map(({ tablename }) => tablename);
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}
