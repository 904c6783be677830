import { inTransaction } from '../../src/database/in-transaction.js';
import { replaceBoards } from '../../src/jobs/refresh/refresh-leaderboard.js';
import { leaderboardMetrics } from '../../src/leaderboard/boards.js';
import { EntryPage, LeaderboardRepository } from '../../src/leaderboard/leaderboard.repository.js';
import { testNow } from '../support/data/factories.js';
import { maxStreamers } from '../support/database/fault-settings.js';
import { captureStatements, explainRun } from '../support/database/query-plans.js';
import { TestStore } from '../support/database/test-store.js';

/** SQL that creates streamers, each with a stream in the window and two follower points. */
const fill = `
  SET synchronous_commit = off; SET maintenance_work_mem = '256MB';

  INSERT INTO streamers (id, login, display_name)
  SELECT i, 'streamer_' || i, 'Streamer ' || i FROM generate_series(1, ${maxStreamers}) i;

  INSERT INTO streams (id, streamer_id, started_at, ended_at, end_reason, language, avg_viewers, peak_viewers, watchtime)
  SELECT i, i, start, start + interval '3 hours', 'given', CASE WHEN i % 100 = 7 THEN 'ko' ELSE 'en' END, i % 997,
    i % 997 + 100, i % 997 * 180
  FROM generate_series(1, ${maxStreamers}) i
  CROSS JOIN LATERAL (SELECT TIMESTAMPTZ '2026-06-14 12:00Z' - (i::bigint * 7919 % 18000) * interval '1 minute') s(start);

  INSERT INTO follower_points (streamer_id, created_at, followers)
  SELECT i, TIMESTAMPTZ '2026-06-10 09:00Z' + d * interval '1 day', 1000 + i::bigint * 7919 % 1000003 + d * (i * 31 % 977)
  FROM generate_series(1, ${maxStreamers}) i, generate_series(1, 2) d;`;

/** test/integration/query-plans.int-spec.ts bounds the rows that every other operation reads. */
describe('the blocks that a leaderboard page reads', () => {
  let store: TestStore;

  beforeAll(async () => {
    store = await TestStore.start();
    const { client } = store.data;
    await client.query(fill);
    // Without the boards of other windows, which this test does not read.
    await inTransaction(client, () => replaceBoards(client, testNow, false));
    // Freezing waits for pages that another process is writing. Otherwise, these are read in addition to the index.
    await client.query('VACUUM (FREEZE, ANALYZE)');
  });

  afterAll(() => store.stop());

  // Entries that are neighbors by one metric are usually stored in different blocks.
  it.each(leaderboardMetrics)('by %s are at most one block per entry', async (metric) => {
    const levels = 5;
    const { entries, blocks } = await readPage(store, { sort: metric, from: maxStreamers / 2 });
    expect(entries).toBe(50);
    expect(blocks).toBeLessThanOrEqual(51 + levels);
  });

  it.each(leaderboardMetrics)('by %s are as many at the bottom as at the top', async (metric) => {
    const pages = 20;
    const blocksFrom = async (start: number) => {
      let sum = 0;
      for (let position = start; position < start + pages * 51; position += 51) {
        sum += (await readPage(store, { sort: metric, from: position })).blocks;
      }
      return sum;
    };
    expect(await blocksFrom(maxStreamers - pages * 51)).toBeLessThanOrEqual(1.1 * (await blocksFrom(0)));
  });

  it('with a filter are those of an index, up to the last entry of the page', async () => {
    const ofOnePercent = await readPage(store, { sort: 'watchtime', from: 0, filter: { language: 'ko' }, limit: 26 });
    expect(ofOnePercent).toMatchObject({ entries: 26 });
    expect(ofOnePercent.blocks).toBeLessThanOrEqual(150);
    const ofNobody = await readPage(store, { sort: 'watchtime', from: 0, filter: { language: 'zz' } });
    expect(ofNobody).toMatchObject({ entries: 0 });
    expect(ofNobody.blocks).toBeLessThanOrEqual(8_000);
  });
});

async function readPage({ prisma }: TestStore, page: Partial<EntryPage> & Pick<EntryPage, 'sort' | 'from'>) {
  let entries = 0;
  const statements = await captureStatements(prisma, async () => {
    const found = await new LeaderboardRepository(prisma).rankEntries({ board: 30, limit: 50, ...page });
    entries = found.entries.length;
  });
  let blocks = 0;
  for (const statement of statements) {
    const [node] = await explainRun(prisma, statement);
    blocks += (node?.['Shared Hit Blocks'] ?? 0) + (node?.['Shared Read Blocks'] ?? 0);
  }
  return { entries, blocks };
}
