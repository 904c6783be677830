import { appendSampleSql } from '../../src/figures/sample-sum.js';
import { SeededRandom } from '../../demo/seeded-random.js';
import { databaseWhileTesting } from '../support/database/test-database.js';

const database = databaseWhileTesting();
const rowsOf = async (sql: string) => (await database.client.query<Record<string, unknown>>(sql)).rows;
const minute = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 0, minutes)).toISOString();

/** SQL of a query of samples, each a minute and viewers. */
const samplesOf = (samples: readonly [number, number][]) =>
  `SELECT v.created_at::timestamptz(3), v.viewers::bigint
  FROM (VALUES ${samples.map(([at, viewers]) => `('${minute(at)}', ${viewers})`).join(', ')}) v(created_at, viewers)`;

const empty = `(
  SELECT NULL::timestamptz AS first_at, NULL::timestamptz AS last_at, NULL::bigint AS last_viewers, NULL::numeric AS viewer_ms,
    NULL::bigint AS peak_viewers, NULL::bigint AS sample_count, NULL::bigint AS longest_ms
)`;

it('is the same for samples that are added at once and one after the other', async () => {
  const random = new SeededRandom(7);
  const samples = Array.from({ length: 20 }, (_, i): [number, number] => [
    i * 5 + random.integer(0, 4),
    random.integer(0, 99),
  ]);
  const [atOnce] = await rowsOf(
    `SELECT u.* FROM ${empty} b CROSS JOIN LATERAL (${appendSampleSql('b', samplesOf(samples))}) u`,
  );
  let sum: string = empty;
  for (const sample of samples) {
    // With OFFSET 0, PostgreSQL plans each sum separately.
    sum = `(SELECT u.* FROM ${sum} b CROSS JOIN LATERAL (${appendSampleSql('b', samplesOf([sample]))}) u OFFSET 0)`;
  }
  const [oneByOne] = await rowsOf(`SELECT s.* FROM ${sum} s`);
  expect(oneByOne).toEqual(atOnce);
});

it('gives the view current_streams its figures of live streams', async () => {
  await database.client.query(`
    INSERT INTO streams (id, streamer_id, started_at) SELECT i, i, '${minute(0)}' FROM generate_series(1, 3) i;
    INSERT INTO live_streams (stream_id, first_at, last_at, last_viewers, viewer_ms, peak_viewers, sample_count, longest_ms) VALUES
      (1, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
      (2, '${minute(3)}', '${minute(3)}', 7, 0, 7, 1, 0),
      (3, '${minute(3)}', '${minute(60)}', 7, 123456789, 90, 12, 400000)`);
  const columns = 'f.id, f.avg_viewers, f.watchtime, f.largest_gap_seconds';
  // The third stream has 123,456,789 viewer-milliseconds in 57 minutes.
  expect(await rowsOf(`SELECT ${columns} FROM current_streams f ORDER BY f.id`)).toEqual([
    { id: '1', avg_viewers: null, watchtime: null, largest_gap_seconds: null },
    { id: '2', avg_viewers: '7', watchtime: '0', largest_gap_seconds: '180' },
    { id: '3', avg_viewers: '36', watchtime: '2058', largest_gap_seconds: '400' },
  ]);
});
