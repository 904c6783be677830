import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { OwnerSession } from '../../src/collect/owner-session.js';
import { withOwner } from '../../src/database/owner-client.js';
import { refreshLeaderboard } from '../../src/jobs/refresh/refresh-leaderboard.js';
import { PrismaService } from '../../src/database/prisma.service.js';
import { runCommand } from '../support/programs/run-command.js';
import { seededPaths } from '../support/http/seeded-paths.js';
import { TestApp } from '../support/http/test-app.js';
import { createTestDatabase, runAsAdmin, TestDatabase } from '../support/database/test-database.js';

/** Each setting, with the value of the role and the value of the service. */
const settings: Record<string, [string, string]> = {
  search_path: ['elsewhere', 'public'],
  DateStyle: ['German, DMY', 'ISO, MDY'],
  TimeZone: ['Asia/Kathmandu', 'UTC'],
  IntervalStyle: ['iso_8601', 'postgres'],
  extra_float_digits: ['-15', '1'],
  bytea_output: ['escape', 'hex'],
  array_nulls: ['off', 'on'],
  transform_null_equals: ['on', 'off'],
  gin_fuzzy_search_limit: ['1', '0'],
  quote_all_identifiers: ['on', 'off'],
  standard_conforming_strings: ['off', 'on'],
  default_transaction_isolation: ['serializable', 'read committed'],
  lock_timeout: ['1s', '0'],
  idle_in_transaction_session_timeout: ['1s', '0'],
  idle_session_timeout: ['1s', '0'],
  transaction_timeout: ['1s', '0'],
  row_security: ['on', 'off'],
  statement_timeout: ['1s', '0'],
  client_connection_check_interval: ['0', '2s'],
};
const names = Object.keys(settings);
const expected = Object.fromEntries(names.map((name) => [name, settings[name]?.[1]]));

const now = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000);
let folder: string;
let databases: [usual: TestDatabase, odd: TestDatabase, restored: TestDatabase];

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'session-settings-'));
  databases = [await createTestDatabase(), await createOddDatabase(), await createOddDatabase()];
});

afterAll(async () => {
  for (const database of databases) await database.drop();
  rmSync(folder, { recursive: true });
});

/** A database whose role starts sessions with other settings. */
async function createOddDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase('template1');
  const { username, pathname } = new URL(database.url);
  for (const [name, [odd]] of Object.entries(settings)) {
    await runAsAdmin(`ALTER ROLE ${username} IN DATABASE "${pathname.slice(1)}" SET ${name} = '${odd}'`);
  }
  return database;
}

async function runAll(url: string, commands: string[][]): Promise<void> {
  const env = { SEED_NOW: now.toISOString() };
  for (const args of commands) expect(await runCommand(url, args, { env })).toMatchObject({ code: 0 });
}

/** The files of an export, and the responses of the server. */
async function contentsOf(url: string, name: string) {
  const dump = path.join(folder, name);
  await withOwner(url, (client) => refreshLeaderboard(client, { now }));
  await runAll(url, [['export', dump]]);
  const linesOf = (file: string) => readFileSync(path.join(dump, file), 'utf8').split('\n').sort();
  const files = readdirSync(dump).map((file) => [file, linesOf(file)]);
  const api = await TestApp.start({ databaseUrl: url, now });
  const answers = [];
  for (const seededPath of seededPaths) answers.push([seededPath, (await api.get(seededPath)).text]);
  await api.stop();
  return { files, answers };
}

it('a role with other settings does not change the output of commands and the server', async () => {
  const [usual, odd, restored] = databases;
  await runAll(usual.url, [['seed']]);
  const expected = await contentsOf(usual.url, 'usual');
  const [dump, backup] = ['dump', 'backup.gz'].map((name) => path.join(folder, name)) as [string, string];
  await runAll(odd.url, [['migrate'], ['seed'], ['refresh'], ['pack'], ['export', dump], ['import', dump]]);
  await runAll(odd.url, [
    ['backup', backup],
    ['imports', '--all'],
  ]);
  await runAll(restored.url, [['restore', backup]]);
  expect(await contentsOf(restored.url, 'restored')).toEqual(expected);
  await runAll(odd.url, [
    ['forget', '--streamer', 'aurora_plays'],
    ['prune', '--older-than', '52w'],
  ]);
});

describe('a role with other settings gets the settings of the service', () => {
  const sql = `SELECT ${names.map((name) => `current_setting('${name}') AS "${name}"`).join(', ')}`;
  const ask = async (client: pg.ClientBase) => (await client.query<Record<string, string>>(sql)).rows[0];

  it('in commands', async () => {
    expect(await withOwner(databases[1].url, ask)).toEqual(expected);
  });

  it('in the collector', async () => {
    const session = new OwnerSession(databases[1].url);
    expect(await session.use(ask)).toEqual(expected);
    session.end();
  });

  it('in the server, whose statements have a time limit', async () => {
    const api = await TestApp.start({ databaseUrl: databases[2].url });
    const { rows } = await api.app.get(PrismaService).pool.query<Record<string, string>>(sql);
    await api.stop();
    expect(rows[0]).toEqual({ ...expected, statement_timeout: '3750ms', client_connection_check_interval: '0' });
  });
});
