import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Client } from 'pg';
import { BackupError } from '../../src/jobs/backup/backup-reader.js';
import { restoreBackup } from '../../src/jobs/backup/restore-backup.js';
import { writeBackup } from '../../src/jobs/backup/write-backup.js';
import { packSamples } from '../../src/jobs/pack/pack-samples.js';
import { withOwner } from '../../src/database/owner-client.js';
import { listMigrations } from '../../src/database/migrations/migrations.js';
import { migrateDatabase } from '../../src/database/migrations/migrator.js';
import { reasonAgainstUnreleased, unreleasedMigrations } from '../../src/database/migrations/unreleased-migrations.js';
import { databaseState } from '../support/database/database-state.js';
import { runCommand } from '../support/programs/run-command.js';
import { createSeededDatabase } from '../support/database/seeded-database.js';
import { createTestDatabase, TestDatabase } from '../support/database/test-database.js';

let seeded: TestDatabase;
let folder: string;
let file: string;
const databases: TestDatabase[] = [];

beforeAll(async () => {
  seeded = await createSeededDatabase();
  folder = await mkdtemp(path.join(os.tmpdir(), 'backup-'));
  file = path.join(folder, 'analytics.backup.gz');
  await withOwner(seeded.url, async (client) => {
    await client.query(`UPDATE streams SET title = E'tab\\t back\\\\slash\\nline \\\\. "제목"' WHERE id % 2 = 0`);
    await client.query(`UPDATE streams SET title = '\\.' WHERE id % 2 = 1`);
    await packSamples(client, { before: new Date('2030-01-01') });
    await writeBackup(client, file);
  });
});

afterAll(async () => {
  for (const database of [seeded, ...databases]) await database.drop();
  await rm(folder, { recursive: true });
});

/** A database without any tables. */
async function emptyDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase('template1');
  databases.push(database);
  return database;
}

const stateOf = (url: string) => withOwner(url, databaseState);
const restore = (url: string, from = file) => restoreBackup(url, from);

/** The definitions of indexes, keys, checks and partitions, and the values of sequences. */
function catalogOf(url: string): Promise<unknown[]> {
  return withOwner(url, async (client: Client) => {
    const { rows } = await client.query<object>(`
      SELECT pg_get_indexdef(i.indexrelid) AS line FROM pg_index i
      JOIN pg_class c ON c.oid = i.indrelid AND c.relnamespace = 'public'::regnamespace
      UNION ALL
      SELECT concat(k.conrelid::regclass, ' ', k.conname, ' ', pg_get_constraintdef(k.oid)) FROM pg_constraint k
      WHERE k.connamespace = 'public'::regnamespace
      UNION ALL
      SELECT concat(c.oid::regclass, ' ', pg_get_expr(c.relpartbound, c.oid)) FROM pg_class c WHERE c.relispartition
      UNION ALL
      SELECT concat(s.sequencename, ' ', s.last_value) FROM pg_sequences s
      ORDER BY 1`);
    return rows;
  });
}

it('restores all rows, indexes, keys, partitions and sequences', async () => {
  const { url } = await emptyDatabase();
  const { tables, rows, migrations } = await restore(url);
  expect({ migrations, tables }).toEqual({ migrations: [], tables: expect.any(Number) });
  expect(rows).toBeGreaterThan(1000);
  expect(await stateOf(url)).toEqual(await stateOf(seeded.url));
  expect(await stateOf(url)).toMatchObject({ subscriber_points: expect.stringMatching('^4 rows') });
  expect(await catalogOf(url)).toEqual(await catalogOf(seeded.url));
  expect(await readdir(folder)).toEqual(['analytics.backup.gz']);
});

it('lets only its owner read the file', async () => {
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

it('restores a backup of older tables, and brings them up to date', async () => {
  const all = await listMigrations();
  const older = all.slice(0, -1);
  const { url } = await emptyDatabase();
  await migrateDatabase(url, { wanted: older });
  const old = path.join(folder, 'old.backup.gz');
  await withOwner(url, async (client) => {
    await client.query(`INSERT INTO streamers (id, login, display_name) VALUES (1, 'ann', 'Ann')`);
    await writeBackup(client, old);
  });
  const target = await emptyDatabase();
  // The streamer, and the ID of the database.
  expect(await restore(target.url, old)).toMatchObject({ rows: 2, migrations: all.slice(-1) });
  const { rows } = await withOwner(target.url, (client) =>
    client.query('SELECT s.login, s.import_id FROM streamers s'),
  );
  expect(rows).toEqual([{ login: 'ann', import_id: null }]);
});

it('refuses a backup of an unreleased version with the same words as its database', async () => {
  const [unreleased = ''] = unreleasedMigrations;
  const older = path.join(folder, 'unreleased.backup.gz');
  await writeFile(older, replaced(/(?<="migrations":\[")\w+/, unreleased)(await readFile(file)));
  const { url } = await emptyDatabase();
  await expect(restore(url, older)).rejects.toThrow(reasonAgainstUnreleased([unreleased]));
  expect(await stateOf(url)).toEqual({});
  const newest = (await listMigrations()).slice(-1);
  const migrating = migrateDatabase(seeded.url, { unreleased: newest });
  await expect(migrating).rejects.toThrow(reasonAgainstUnreleased(newest, newest));
});

it('writes a whole file even if another backup writes to the same name', async () => {
  const twice = path.join(folder, 'twice.backup.gz');
  await Promise.all([1, 2].map(() => withOwner(seeded.url, (client) => writeBackup(client, twice))));
  const { url } = await emptyDatabase();
  await restore(url, twice);
  expect(await stateOf(url)).toEqual(await stateOf(seeded.url));
});

it('fails at once if the file cannot be written', async () => {
  const target = path.join(folder, 'none', 'analytics.backup.gz');
  await expect(withOwner(seeded.url, (client) => writeBackup(client, target))).rejects.toThrow('ENOENT');
});

it('refuses a non-empty database, a database with newer tables, and a folder', async () => {
  await expect(restore(seeded.url)).rejects.toThrow(/already contains \w+\. A restore requires an empty database\./);
  const { url } = await emptyDatabase();
  await expect(restore(url, folder)).rejects.toThrow('it is a folder');
  const older = path.join(folder, 'lacking.backup.gz');
  await writeFile(older, replaced(/,"\w+_finish"/, '')(await readFile(file)));
  await migrateDatabase(url);
  await expect(restore(url, older)).rejects.toThrow('newer than the backup');
});

const replaced = (from: string | RegExp, to: string) => (all: Buffer) =>
  gzipSync(gunzipSync(all).toString().replace(from, to));
const notOurs = 'it is not a backup of this service: ';
const firstRow = /^(?=100000001\taurora_plays\t)/m;

it.each([
  ['is another text', () => gzipSync('SELECT 1;\n'), `${notOurs}line 1 is "SELECT 1;"`],
  ['is not packed', () => Buffer.from('SELECT 1;\n'), `${notOurs}it is not compressed with gzip`],
  ['is empty', () => Buffer.alloc(0), 'it is empty'],
  ['is unpacked', (all: Buffer) => gunzipSync(all), 'it is an uncompressed backup; compress it with gzip'],
  [
    'is packed with zstd',
    () => Buffer.from('28b52ffd24', 'hex'),
    'it is compressed with zstd, but backups are compressed with gzip',
  ],
  [
    'is an archive of pg_dump',
    () => Buffer.from('PGDMP\x01\x0f'),
    'it is an archive of pg_dump; restore it with pg_restore',
  ],
  [
    'is a packed dump',
    () => gzipSync('--\n-- PostgreSQL database dump\n--\n'),
    'it is a dump of PostgreSQL; restore it with psql',
  ],
  ['is truncated', (all: Buffer) => all.subarray(0, all.length / 2), 'it is incomplete'],
  ['has a wrong checksum', (all: Buffer) => Buffer.concat([all.subarray(0, -8), Buffer.alloc(8)]), 'it is damaged'],
  ['lacks its last line', replaced(/\\\.\n$/, ''), 'it is incomplete'],
  ['has another line', replaced(/$/, 'COMMIT;\n'), 'it continues after its last table'],
  [
    'commits in between',
    replaced('\n', '\nCOMMIT;\n'),
    /^it is damaged \(PostgreSQL: .* bigint: "COMMIT;" \(COPY board_entries, line 1/,
  ],
  ['has other SQL for a partition', replaced('FOR VALUES', 'DEFAULT; COMMIT; --'), `${notOurs}line 1 is "{"format":"`],
  [
    'names another table',
    replaced('"name":"streamers"', '"name":"pg_class"'),
    /line 1 names pg_class, which its version/,
  ],
  [
    'names another column',
    replaced('["id","login"', '["oid","login"'),
    /^it is damaged \(PostgreSQL: column "oid" of relation "streamers"/,
  ],
  [
    'names another sequence',
    replaced('"sequences":[{"name":"', '"sequences":[{"name":"x'),
    /line 1 names x\w+, which its version/,
  ],
  [
    'names a column twice',
    replaced('["id","login"', '["id","id","login"'),
    /^it is damaged \(PostgreSQL: .*more than once/,
  ],
  [
    'has a bad value',
    replaced(firstRow, 'x'),
    /^it is damaged \(PostgreSQL: .* bigint: "x\d+" \(COPY streamers, line 1, column id/,
  ],
  [
    'was made by a newer version',
    replaced('_finish', '_later'),
    'it was written by a newer version, which has the migration 20261126160000_later',
  ],
])('refuses a file that %s, and does not change the database', async (_what, change, message) => {
  const { url } = await emptyDatabase();
  const broken = path.join(folder, 'broken.backup.gz');
  await writeFile(broken, change(await readFile(file)));
  const refusal = await restore(url, broken).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(BackupError);
  expect((refusal as Error).message).toMatch(message);
  expect(await catalogOf(url)).toEqual([]);
});

it('restores an older backup after a newer one failed', async () => {
  const { url } = await emptyDatabase();
  const older = path.join(folder, 'older.backup.gz');
  const source = await emptyDatabase();
  await migrateDatabase(source.url, { wanted: (await listMigrations()).slice(0, -1) });
  await withOwner(source.url, (client) => writeBackup(client, older));
  const broken = path.join(folder, 'broken.backup.gz');
  await writeFile(broken, replaced(firstRow, 'x')(await readFile(file)));
  await expect(restore(url, broken)).rejects.toThrow(BackupError);
  expect(await restore(url, older)).toMatchObject({ migrations: (await listMigrations()).slice(-1) });
});

it('accepts only names that end in .gz', async () => {
  const plain = path.join(folder, 'plain.sql');
  expect(await runCommand(seeded.url, ['backup', plain])).toEqual({
    ...{ code: 2, output: '' },
    errors: `The name of ${plain} must end in .gz, because backups are compressed with gzip.\n`,
  });
});
