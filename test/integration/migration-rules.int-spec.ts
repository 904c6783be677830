import pg from 'pg';
import { listMigrations, Migration, readMigration } from '../../src/database/migrations/migrations.js';
import { migrateDatabase } from '../../src/database/migrations/migrator.js';
import { listStaleIndexes, MigrationEffects, runMeasured } from '../support/database/migration-effects.js';
import { checksumsOf } from '../support/database/releases.js';
import { createTestDatabase, TestDatabase } from '../support/database/test-database.js';

/** The last release whose migrations did not have to follow these rules. */
const lastWithoutRules = '1.2.0';

/** Functions under indexes that a migration replaces without REINDEX, and why they still return the same values. */
const sameValues: Record<string, string> = {};

/** Functions that a migration drops, and why no server of the previous release needs them. */
const unread: Record<string, string> = {};

let database: TestDatabase;
let client: pg.Client;

async function open(template?: string): Promise<void> {
  database = await createTestDatabase(template);
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
}

afterEach(async () => {
  await client.end();
  await database.drop();
});

/** Runs migrations in turn. A later one can rebuild an index. */
async function run(migrations: Migration[]): Promise<{ together: string[][]; stale: string[]; dropped: string[] }> {
  const all: MigrationEffects[] = [];
  for (const migration of migrations) all.push(await runMeasured(client, migration));
  const stale: string[] = [];
  for (const effects of all) stale.push(...(await listStaleIndexes(client, effects)));
  return {
    together: all.flatMap(({ changedTogether }) => changedTogether),
    stale,
    dropped: all.flatMap(({ dropped }) => dropped),
  };
}

const migration = (sql: string, mode: Migration['mode'] = 'transaction'): Migration => ({
  ...{ name: 'tested', mode, sql, checksum: '' },
});

it('each transaction of a migration changes at most one table, indexes have the values of their functions, and functions stay for readers', async () => {
  await open('template1');
  const recorded = checksumsOf(lastWithoutRules);
  await migrateDatabase(database.url, { wanted: Object.keys(recorded) });
  const later = (await listMigrations()).filter((name) => !(name in recorded));
  expect(later.length).toBeGreaterThan(0);
  const { together, stale, dropped } = await run(await Promise.all(later.map((name) => readMigration(name))));
  expect({
    together,
    stale: stale.filter((place) => !(place in sameValues)),
    dropped: dropped.filter((name) => !(name in unread)),
  }).toEqual({ together: [], stale: [], dropped: [] });
});

it('each table has the trigger that rejects commands of earlier releases', async () => {
  await open();
  const { rows } = await client.query<{ name: string; gated: boolean }>(`
    SELECT c.relname AS name, EXISTS (
      SELECT FROM pg_catalog.pg_trigger t
      WHERE t.tgrelid = c.oid AND t.tgfoid = 'require_release'::regproc AND t.tgenabled = 'O' AND t.tgtype & 61 = 60
    ) AS gated
    FROM pg_catalog.pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    ORDER BY c.relname`);
  expect(rows.length).toBeGreaterThan(30);
  expect(rows.filter(({ gated }) => !gated).map(({ name }) => name)).toEqual(['_prisma_migrations']);
});

it.each<[string, string, Migration['mode'], string[][]]>([
  [
    'columns of two tables',
    'ALTER TABLE streams ADD a int; ALTER TABLE streamers ADD a int',
    'transaction',
    [['streamers', 'streams']],
  ],
  [
    'columns of two tables, in two transactions',
    '-- statements: Why.\nALTER TABLE streams ADD a int;\n\nALTER TABLE streamers ADD a int',
    'statements',
    [],
  ],
  [
    'a table and a new one',
    'CREATE TABLE a (b int); ALTER TABLE a ADD c int; ALTER TABLE streams ADD a int',
    'transaction',
    [],
  ],
  [
    'a partition of each of two tables',
    `
    CREATE TABLE viewer_samples_200101 PARTITION OF viewer_samples FOR VALUES FROM ('2001-01-01') TO ('2001-02-01');
    CREATE TABLE packed_samples_200101 PARTITION OF packed_samples FOR VALUES FROM ('2001-01-01') TO ('2001-02-01')`,
    'transaction',
    [['packed_samples', 'viewer_samples']],
  ],
  ['rows of two tables', 'DELETE FROM streams; DELETE FROM stream_changes', 'transaction', []],
])('finds the tables that a transaction changes: %s', async (_, sql, mode, together) => {
  await open();
  expect(await run([migration(sql, mode)])).toEqual({ together, stale: [], dropped: [] });
});

const replaced = `
  CREATE OR REPLACE FUNCTION inner_one(a text) RETURNS text LANGUAGE sql IMMUTABLE RETURN upper(a)`;
const reindex = migration('REINDEX INDEX streams_tested_idx');

it.each<[string, Migration[], string[]]>([
  ['the same definition', [migration(replaced.replace('upper', 'lower'))], []],
  ['another definition', [migration(replaced)], ['inner_one under streams_tested_idx']],
  ['and then rebuilt', [migration(replaced), reindex], []],
  ['and rebuilt before', [reindex, migration(replaced)], ['inner_one under streams_tested_idx']],
])('finds an index whose function was replaced: %s', async (_, migrations, stale) => {
  await open();
  await client.query(`${replaced.replace('upper', 'lower')};
    CREATE FUNCTION outer_one(a text) RETURNS text LANGUAGE sql IMMUTABLE RETURN inner_one(a) || '.';
    CREATE INDEX streams_tested_idx ON streams (outer_one(title))`);
  expect(await run(migrations)).toEqual({ together: [], stale, dropped: [] });
});

it.each<[string, string, string[]]>([
  ['replaced', replaced, []],
  ['created again', `DROP FUNCTION inner_one; ${replaced}`, ['inner_one']],
])('finds a dropped function, which readers may be planning with: %s', async (_, sql, dropped) => {
  await open();
  await client.query(replaced);
  expect(await run([migration(sql)])).toEqual({ together: [], stale: [], dropped });
});
