import { writeFileSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { databaseWhileTesting } from '../support/database/test-database.js';
import { ndjson } from '../support/data/import-folder.js';
import { runCommand, RunningCommand } from '../support/programs/run-command.js';
import { until } from '../support/until.js';

const database = databaseWhileTesting();

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'run-command-line-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

const listOf = async (sql: string) => (await database.client.query<{ name: string }>(sql)).rows.map(({ name }) => name);
const partitions = () =>
  listOf(`SELECT i.inhrelid::regclass::text AS name FROM pg_inherits i
    WHERE i.inhparent = 'viewer_samples'::regclass ORDER BY 1`);

/** Writes a folder to import, with a sample of a stream. */
function writeSample(at: string): void {
  const write = (kind: string, record: object) => writeFileSync(path.join(folder, `${kind}.ndjson`), ndjson(record));
  write('streamers', { id: '1', login: 'ann', display_name: 'Ann' });
  write('streams', { id: '10', streamer_id: '1', started_at: '2026-01-01T00:00:00Z' });
  write('viewer_samples', { stream_id: '10', created_at: at, viewers: 1 });
}

it('runs with the environment that it gets, and changes nothing of the process', async () => {
  const before = { ...process.env };
  const listeners = () => process.eventNames().map((name) => [name, process.listenerCount(name)]);
  const listening = listeners();
  writeSample('2026-01-05T12:00:00Z');
  const env = { SAMPLE_PARTITIONS: 'day' };
  expect(await runCommand(database.url, ['import', folder], { env })).toMatchObject({ code: 0 });
  writeSample('2026-02-05T12:00:00Z');
  expect(await runCommand(database.url, ['import', folder])).toMatchObject({ code: 0 });
  expect(await partitions()).toEqual(['viewer_samples_2026_01_05', 'viewer_samples_2026_02']);
  expect(process.env).toEqual(before);
  expect(process.exitCode).toBeUndefined();
  expect(listeners()).toEqual(listening);
});

it('passes LEADERBOARD_MONTHS to each command', async () => {
  const kept = () => listOf('SELECT b.month::text AS name FROM boards b WHERE b.month IS NOT NULL ORDER BY 1');
  // The seed is older than a month.
  for (const [command, LEADERBOARD_MONTHS] of [
    ['seed', '1'],
    ['refresh', '2'],
    ['refresh', '0'],
  ] as const) {
    expect(await runCommand(database.url, [command], { env: { LEADERBOARD_MONTHS } })).toMatchObject({ code: 0 });
    expect(await kept()).toHaveLength(Number(LEADERBOARD_MONTHS));
  }
});

it('names the sessions after the command, unless the URL has a name', async () => {
  await database.client.query('BEGIN; LOCK TABLE streamers, imports');
  const waiting = async () => {
    // A transaction keeps showing the sessions of its first query.
    await database.client.query('SELECT pg_stat_clear_snapshot()');
    return listOf(`SELECT a.application_name AS name FROM pg_stat_activity a
      WHERE a.datname = current_database() AND a.wait_event_type = 'Lock' ORDER BY 1`);
  };
  const plain = new RunningCommand(database.url, ['imports']);
  const url = new URL(database.url);
  url.searchParams.set('application_name', 'mine');
  const named = new RunningCommand(url.href, ['forget', '--streamer', '1']);
  await until(async () => (await waiting()).length === 2);
  expect(await waiting()).toEqual(['mine', 'streaming-analytics imports']);
  expect(await Promise.all([plain.stop(), named.stop()])).toEqual([130, 130]);
  await database.client.query('ROLLBACK');
});
