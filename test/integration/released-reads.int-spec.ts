import { Client, QueryConfig } from 'pg';
import { BackupReader, unpackBackup } from '../../src/jobs/backup/backup-reader.js';
import { loadRows } from '../../src/jobs/backup/restore-backup.js';
import { withOwner } from '../../src/database/owner-client.js';
import { refreshLeaderboard } from '../../src/jobs/refresh/refresh-leaderboard.js';
import { listMigrations } from '../../src/database/migrations/migrations.js';
import { migrateDatabase } from '../../src/database/migrations/migrator.js';
import { expectDecided } from '../support/database/decided-again.js';
import { checksumsOf, readsOf, recordedReleases, releaseFile } from '../support/database/releases.js';
import { createTestDatabase, TestDatabase } from '../support/database/test-database.js';

/** 200,000 streams show whether a migration that changes all rows keeps readers waiting. */
const streamCount = Number(process.env.RELEASED_STREAMS ?? 10_000);
const sessionCount = 4;

/** SQL that adds streams with six samples each. Every twentieth stream is live, and most channels have several streams. */
const addStreams = (count: number) => `
  INSERT INTO streamers (id, login, display_name)
  SELECT 200000000 + n, 'added_' || n, 'Added ' || n FROM generate_series(0, ${count} / 10 - 1) n;

  INSERT INTO streams (id, streamer_id, started_at, ended_at, title, game_name, tags, avg_viewers, peak_viewers, watchtime,
    updated_at, figures_from_samples, sampled_from)
  SELECT 900000000000 + n, 200000000 + n % (${count} / 10), t.started_at,
    CASE WHEN n % 20 > 0 THEN t.started_at + interval '1 hour' END, 'Title ' || n % 1000, 'Game ' || n % 50, '{English}',
    n % 500, n % 500 + 20, n % 500 * 60, t.started_at + interval '1 hour', TRUE, t.started_at
  FROM generate_series(0, ${count} - 1) n
  CROSS JOIN LATERAL (SELECT timestamptz '2026-11-01' + n * 1700000::bigint / ${count} * interval '1 s' AS started_at) t;

  INSERT INTO viewer_samples (stream_id, created_at, viewers)
  SELECT s.id, s.started_at + k * interval '10 min', s.avg_viewers + k
  FROM streams s CROSS JOIN generate_series(0, 5) k
  WHERE s.id >= 900000000000;

  INSERT INTO sighted_streams (stream_id, seen_at, is_open)
  SELECT s.id, s.updated_at, s.ended_at IS NULL FROM streams s WHERE s.id >= 900000000000;

  ANALYZE`;

/** A database of a release with its seed, and with many streams more if it is of 1.0.0. */
async function restore(release: string): Promise<TestDatabase> {
  const database = await createTestDatabase('template1');
  const reader = new BackupReader(unpackBackup(releaseFile(release, 'database.backup.gz')));
  const header = await reader.header();
  await migrateDatabase(database.url, { wanted: header.migrations });
  await withOwner(database.url, async (client) => {
    await loadRows(client, header, reader);
    if (release === '1.0.0') await client.query(addStreams(streamCount));
  });
  return database;
}

/** Runs the statements in a session of the reader until `hasEnded`, and returns the errors, which include long waits for locks. */
async function readUntil(hasEnded: () => boolean, reads: readonly QueryConfig[], url: string): Promise<string[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`
    SET ROLE analytics_reader; SET default_transaction_read_only = on; SET plan_cache_mode = force_generic_plan;
    SET lock_timeout = '2s'`);
  const problems: string[] = [];
  for (let i = 0; !hasEnded() || i < 2 * reads.length; i++) {
    const read = reads[i % reads.length] as QueryConfig;
    await client.query(read).catch((error: Error) => problems.push(`${error.message}: ${read.text}`));
  }
  await client.end();
  return problems;
}

describe.each(recordedReleases)('reads of %s', (release) => {
  const reads = readsOf(release);
  let database: TestDatabase;

  beforeAll(async () => {
    database = await restore(release);
  });

  afterAll(() => database.drop());

  it('continue without errors and long waits while a database of this release is migrated', async () => {
    const later = (await listMigrations()).filter((name) => !(name in checksumsOf(release)));
    let hasEnded = false;
    const reading = Array.from({ length: sessionCount }, () => readUntil(() => hasEnded, reads, database.url));
    const migrating = migrateDatabase(database.url).finally(() => (hasEnded = true));
    expect((await Promise.all(reading)).flat()).toEqual([]);
    expect(await migrating).toEqual(later);
    await withOwner(database.url, expectDecided);
  }, 1_800_000);

  if (release === '1.0.0') {
    it('find all entries of a board that this version refreshed', async () => {
      await withOwner(database.url, async (client) => {
        const { entries } = await refreshLeaderboard(client, { now: new Date('2026-11-21') });
        expect(entries).toBeGreaterThan(streamCount / 10);
        const boards = reads.filter(({ text }) => text.includes('entry_json'));
        for (const read of boards)
          expect((await client.query(read)).rows).toEqual([expect.objectContaining({ found: '51', carried: '51' })]);
        expect(boards.length).toBe(5);
      });
    });
  }
});
