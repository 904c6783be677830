import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { writeBackup } from '../../src/jobs/backup/write-backup.js';
import { lockImports } from '../../src/ingest/import-lock.js';
import { withOwner } from '../../src/database/owner-client.js';
import { listMigrations } from '../../src/database/migrations/migrations.js';
import { migrateDatabase } from '../../src/database/migrations/migrator.js';
import { databaseState } from '../support/database/database-state.js';
import { RunningCommand } from '../support/programs/run-command.js';
import { createSeededDatabase } from '../support/database/seeded-database.js';
import { createTestDatabase, TestDatabase } from '../support/database/test-database.js';
import { until } from '../support/until.js';

let seeded: TestDatabase;
const databases: TestDatabase[] = [];
let folder: string;
let blocker: Client;
/** A transaction keeps showing the sessions of its first query. */
let observer: Client;
let output: string;

beforeAll(async () => {
  seeded = await createSeededDatabase();
  databases.push(seeded);
  folder = await mkdtemp(path.join(os.tmpdir(), 'interrupted-'));
  await writeFile(path.join(folder, 'streamers.ndjson'), '{"id":"1","login":"ann","display_name":"Ann"}\n');
  await withOwner(seeded.url, (client) => writeBackup(client, path.join(folder, 'saved.backup.gz')));
});

afterAll(async () => {
  for (const database of databases) await database.drop();
  await rm(folder, { recursive: true });
});

beforeEach(() => {
  output = '';
});

afterEach(async () => {
  await blocker.end();
  await observer.end();
});

const inFolder = (name: string) => path.join(folder, name);

/** Opens the session that blocks the commands. */
async function block(url: string, sql: string): Promise<void> {
  blocker = new Client({ connectionString: url });
  observer = new Client({ connectionString: url });
  await blocker.connect();
  await observer.connect();
  await blocker.query(sql);
}

/** Locks the tables of the service exclusively. */
const lockTables = `
  BEGIN;
  DO $$ BEGIN
    EXECUTE (
      SELECT format('LOCK TABLE %s', string_agg(c.oid::regclass::text, ', ')) FROM pg_class c
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> '_prisma_migrations');
  END $$`;

const countOf = async (condition: string) => {
  const { rows } = await observer.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity a
    WHERE a.datname = current_database() AND a.backend_type = 'client backend'
      AND NOT a.pid = ANY ($1) AND ${condition}`,
    [[blocker, observer].map((client) => (client as unknown as { processID: number }).processID)],
  );
  return rows[0]?.count;
};

/** Runs a command that waits, stops it, and returns the exit code. */
async function interrupt(url: string, args: string[], waits = `a.wait_event_type = 'Lock'`): Promise<number> {
  const running = new RunningCommand(url, args);
  const isWaiting = async () => (await countOf(waits)) !== 0;
  await until(isWaiting, () => `${args[0]} does not wait: ${running.errors}`);
  const code = await running.stop();
  output = running.output + running.errors;
  return code;
}

const cases: [string, ...string[]][] = [
  ['seed'],
  ['seed', '--remove'],
  ['import', '%/streamers.ndjson'],
  ['imports'],
  ['imports', '--undo', '1'],
  ['imports', '--discard', '1'],
  ['forget', '--streamer', '1'],
  ['export', '%/exported'],
  ['refresh'],
  ['pack'],
  ['prune', '--older-than', '1h'],
  ['prune', '--older-than', '1h', '--dry-run'],
  ['generate'],
  ['backup', '%/backup.gz'],
];

it.each(cases.map((args) => [args.join(' '), args] as const))(
  'ends %s while it waits for a lock, and leaves no running statement',
  async (_title, args) => {
    await block(seeded.url, lockTables);
    const words = args.map((word) => word.replace('%', folder));
    expect(await interrupt(seeded.url, words)).toBe(130);
    expect(output).toContain('Interrupted. ');
    await until(async () => (await countOf(`a.state <> 'idle'`)) === 0);
    expect((await readdir(folder)).filter((name) => name.startsWith('backup'))).toEqual([]);
  },
);

it('cancels a prune that waits for an import', async () => {
  await block(seeded.url, 'BEGIN');
  await lockImports(blocker, () => {});
  expect(await interrupt(seeded.url, ['prune', '--older-than', '1h'])).toBe(130);
  // The session ends a moment after the command.
  await until(async () => (await countOf(`a.state <> 'idle'`)) === 0);
});

describe('a database with old tables', () => {
  let old: TestDatabase;

  beforeEach(async () => {
    old = await createTestDatabase('template1');
    databases.push(old);
  });

  it('contains nothing of an interrupted migration, and can be migrated later', async () => {
    const all = await listMigrations();
    await migrateDatabase(old.url, { wanted: all.slice(0, all.indexOf('20261126100000_expand_columns')) });
    await block(old.url, lockTables);
    const before = await blocker.query('SELECT m.migration_name FROM _prisma_migrations m');
    expect(await interrupt(old.url, ['migrate'])).toBe(130);
    expect(output).toBe('Interrupted. The current migration is not complete. Run the command again to continue.\n');
    await blocker.query('COMMIT');
    await until(async () => (await countOf(`a.state <> 'idle'`)) === 0);
    const after = await blocker.query(
      'SELECT m.migration_name FROM _prisma_migrations m WHERE m.finished_at IS NOT NULL',
    );
    expect(after.rows).toEqual(before.rows);
    expect(await migrateDatabase(old.url)).toContain('20261126100000_expand_columns');
  });

  it('contains nothing of an interrupted restore', async () => {
    await block(old.url, 'SELECT pg_advisory_lock(7204061001)');
    const polls = `a.query LIKE '%pg_try_advisory_lock%'`;
    expect(await interrupt(old.url, ['restore', inFolder('saved.backup.gz')], polls)).toBe(130);
    expect(output).toContain('Interrupted. The database was not changed.\n');
    expect(await withOwner(old.url, databaseState)).toEqual({});
  });
});
