import { runImport } from '../../src/ingest/ingest.js';
import { LeaderboardRepository } from '../../src/leaderboard/leaderboard.repository.js';
import { StreamerRepository } from '../../src/streamer/streamer.repository.js';
import { StreamersRepository } from '../../src/streamer/streamers.repository.js';
import { StreamsRepository } from '../../src/streams/detail/streams.repository.js';
import { windowEndingAt } from '../../src/figures/windows.js';
import { testNow } from '../support/data/factories.js';
import { captureStatements, explainKept, PlanNode } from '../support/database/query-plans.js';
import { inputsOf, Records } from '../support/data/records.js';
import { TestStore } from '../support/database/test-store.js';
import { readEntries } from '../support/data/read-entries.js';

const streamerCount = 3_000;
const streamsOfEach = 8;
const pointsOfEach = 5;

const window = windowEndingAt(testNow);
const before = (hours: number) => new Date(testNow.getTime() - hours * 3_600_000).toISOString();

const range = (count: number) => Array.from({ length: count }, (_, i) => i);
const records: Records = {
  streamers: range(streamerCount).map((i) => ({
    id: String(i + 1),
    login: `streamer_${i + 1}`,
    display_name: `S ${i + 1}`,
  })),
  streams: range(streamerCount * streamsOfEach).map((i) => ({
    id: String(100_000 + i),
    streamer_id: String(1 + (i % streamerCount)),
    started_at: before(24 + i / 50),
    ended_at: before(22 + i / 50),
    avg_viewers: 1 + (i % 997),
    peak_viewers: 10 + (i % 997),
  })),
  follower_points: range(streamerCount * pointsOfEach).map((i) => ({
    streamer_id: String(1 + (i % streamerCount)),
    created_at: before(24 + 24 * Math.floor(i / streamerCount)),
    followers: i % 977,
  })),
};

/** Queries of a server, with the maximum number of rows that a step may read when the tables are full. */
const questions: [string, number, (store: TestStore) => Promise<unknown>][] = [
  ['recent streams', 50, ({ prisma }) => new StreamsRepository(prisma).listRecent('streamer_7', 20, testNow)],
  [
    'stats of several streamers',
    1_000,
    ({ prisma }) =>
      Promise.all(range(16).map((i) => new StreamerRepository(prisma).findWindowStats(`streamer_${i + 1}`, window))),
  ],
  [
    'streamers by name',
    1_000,
    ({ prisma }) => new StreamersRepository(prisma).listByName({ from: 0, limit: 20, window }),
  ],
  [
    'a page of the leaderboard',
    50,
    ({ prisma }) => readEntries(new LeaderboardRepository(prisma), 'followers', 1_000, 20),
  ],
];

describe('a server that planned its statements for a few records', () => {
  let store: TestStore;

  beforeAll(async () => {
    store = await TestStore.start({ env: { DATABASE_POOL_SIZE: '1' } });
    const few = Object.fromEntries(Object.entries(records).map(([name, of]) => [name, of.slice(0, 10)]));
    await runImport(store.data.client, inputsOf(few));
    await store.data.refreshBoard();
    // Like autovacuum. PostgreSQL then knows the small row counts.
    await store.data.client.query('VACUUM ANALYZE');
    for (const [, , ask] of questions) await ask(store);

    const { rejected } = await runImport(store.data.client, inputsOf(records));
    expect(rejected).toBe(0);
    await store.data.refreshBoard();
  });

  afterAll(() => store.stop());

  it.each(questions)('reads few rows for %s after a large import', async (_of, most, ask) => {
    for (const statement of await captureStatements(store.prisma, () => ask(store))) {
      const steps = await explainKept(store.prisma, statement);
      expect(Math.max(...steps.map(rowsLookedAt))).toBeLessThanOrEqual(most);
    }
  });
});

function rowsLookedAt(step: PlanNode): number {
  const {
    'Actual Rows': found = 0,
    'Rows Removed by Filter': filtered = 0,
    'Rows Removed by Join Filter': unjoined = 0,
  } = step;
  return (found + filtered + unjoined) * (step['Actual Loops'] ?? 1);
}
