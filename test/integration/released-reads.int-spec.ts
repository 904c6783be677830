import { Client, QueryConfig } from 'pg';
import { withOwner } from '../../src/database/owner-client.js';
import { listMigrations } from '../../src/database/migrations/migrations.js';
import { migrateDatabase } from '../../src/database/migrations/migrator.js';
import { expectDecided } from '../support/database/decided-again.js';
import { checksumsOf, createReleasedDatabase, readsOf, recordedReleases } from '../support/database/releases.js';

/** 200,000 streams show whether a migration that changes all rows keeps readers waiting. */
const streamCount = Number(process.env.RELEASED_STREAMS ?? 10_000);
const sessionCount = 4;

/** SQL that adds streams with given figures. The newest streams are live, and each channel has several streams. */
const addStreams = (count: number) => `
  INSERT INTO streamers (id, login, display_name)
  SELECT 200000000 + n, 'added_' || n, 'Added ' || n FROM generate_series(0, ${count} / 10 - 1) n;

  INSERT INTO streams (id, streamer_id, started_at, ended_at, end_reason, title, game_name, tags, language, avg_viewers,
    peak_viewers, watchtime)
  SELECT 900000000000 + n, 200000000 + n % (${count} / 10), t.started_at,
    CASE WHEN NOT t.is_live THEN t.started_at + interval '1 hour' END, CASE WHEN NOT t.is_live THEN 'given' END,
    'Title ' || n % 1000, 'Game ' || n % 50, '{English}', 'en', n % 500, n % 500 + 20, n % 500 * 60
  FROM generate_series(0, ${count} - 1) n
  CROSS JOIN LATERAL (
    SELECT timestamptz '2026-11-01' + n * 1700000::bigint / ${count} * interval '1 s' AS started_at, n >= ${count} * 0.95 AS is_live
  ) t;

  INSERT INTO live_streams (stream_id, game_name, language)
  SELECT s.id, s.game_name, s.language FROM streams s WHERE s.id >= 900000000000 AND s.ended_at IS NULL;

  ANALYZE`;

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

// Readers of earlier releases stop before an upgrade to this version.
const release = recordedReleases.at(-1) as string;
const reads = readsOf(release);

/** Searches without names: PostgreSQL plans them each time, and inlines their functions. */
const searches = reads
  .filter(({ text }) => /\bname_(key|parts|index)\(/.test(text))
  .map(({ text, values }) => ({ text, values }));

it('reads of the previous release continue without errors and long waits while its database is migrated', async () => {
  expect(searches.length).toBeGreaterThan(3);
  const database = await createReleasedDatabase(release);
  await withOwner(database.url, (client) => client.query(addStreams(streamCount)));
  const later = (await listMigrations()).filter((name) => !(name in checksumsOf(release)));
  let hasEnded = false;
  const sessions = [
    ...Array<QueryConfig[]>(sessionCount).fill(reads),
    ...Array<QueryConfig[]>(sessionCount).fill(searches),
  ];
  const reading = sessions.map((statements) => readUntil(() => hasEnded, statements, database.url));
  const migrating = migrateDatabase(database.url).finally(() => (hasEnded = true));
  expect((await Promise.all(reading)).flat()).toEqual([]);
  expect(await migrating).toEqual(later);
  await withOwner(database.url, expectDecided);
  await database.drop();
}, 1_800_000);
