import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Client, QueryConfig } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { readBackup } from '../../src/jobs/backup/backup-format.js';
import { unpackBackup } from '../../src/jobs/backup/unpack-backup.js';
import { withOwner } from '../../src/database/owner-client.js';
import { refreshLeaderboard } from '../../src/jobs/refresh/refresh-leaderboard.js';
import { migrateDatabase } from '../../src/database/migrations/migrator.js';
import { expectDecided } from '../support/decided-again.js';
import { createTestDatabase, TestDatabase } from '../support/test-database.js';

/** 200,000 streams show whether a migration that changes all rows keeps readers waiting. */
const streamCount = Number(process.env.RELEASED_STREAMS ?? 10_000);
const sessionCount = 4;
const maxWaitMs = 2_000;

const fixtures = path.resolve(__dirname, '../fixtures/releases/1.0.0');

/** The statements of the server of 1.0.0, each after a comment with the values of its parameters. */
const reads: QueryConfig[] = readFileSync(path.join(fixtures, 'reads.sql'), 'utf8')
  .split(/;\n+/)
  .filter((part) => part !== '')
  .map((part, i) => {
    const [comment = '', ...lines] = part.split('\n');
    return { name: `read_${i}`, text: lines.join('\n'), values: JSON.parse(comment.slice(3)) as unknown[] };
  });

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase('template1');
  const pieces = readBackup(unpackBackup(path.join(fixtures, 'database.sql.gz')));
  const first = await pieces.next();
  await migrateDatabase(database.url, {
    wanted: first.done || first.value.type !== 'migrations' ? [] : first.value.names,
  });
  await withOwner(database.url, async (client) => {
    for await (const piece of pieces) {
      if (piece.type === 'rows') await pipeline(Readable.from(piece.rows), client.query(copyFrom(piece.sql)));
      else if (piece.type !== 'migrations') await client.query(piece.sql);
    }
    await client.query(addStreams(streamCount));
  });
});

afterAll(() => database.drop());

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

/** Runs the statements in a session of the reader until `hasEnded`, and returns errors and long waits. */
async function readUntil(hasEnded: () => boolean): Promise<string[]> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query(`
    SET ROLE analytics_reader; SET default_transaction_read_only = on; SET plan_cache_mode = force_generic_plan`);
  const problems: string[] = [];
  for (let i = 0; !hasEnded() || i < 2 * reads.length; i++) {
    const read = reads[i % reads.length] as QueryConfig;
    const start = Date.now();
    await client.query(read).catch((error: Error) => problems.push(`${error.message}: ${read.text}`));
    const waitedMs = Date.now() - start;
    if (waitedMs > maxWaitMs) problems.push(`${waitedMs} ms: ${read.text}`);
  }
  await client.end();
  return problems;
}

it('reads of 1.0.0 continue without errors and long waits while a database of 1.0.0 is migrated', async () => {
  let hasEnded = false;
  const reading = Array.from({ length: sessionCount }, () => readUntil(() => hasEnded));
  const migrating = migrateDatabase(database.url).finally(() => (hasEnded = true));
  expect((await Promise.all(reading)).flat()).toEqual([]);
  expect(await migrating).not.toEqual([]);
  await withOwner(database.url, expectDecided);
}, 1_800_000);

it('reads of 1.0.0 find all entries of a board that this release refreshed', async () => {
  await withOwner(database.url, async (client) => {
    const { entries } = await refreshLeaderboard(client, new Date('2026-11-21'));
    expect(entries).toBeGreaterThan(streamCount / 10);
    const boards = reads.filter(({ text }) => text.includes('entry_json'));
    for (const read of boards)
      expect((await client.query(read)).rows).toEqual([expect.objectContaining({ found: '51', carried: '51' })]);
    expect(boards.length).toBe(5);
  });
});
