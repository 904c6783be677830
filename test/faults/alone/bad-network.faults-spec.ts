import { setTimeout as sleep } from 'node:timers/promises';
import { withOwner } from '../../../src/database/owner-client.js';
import { createSeededDatabase } from '../../support/database/seeded-database.js';
import { listed, Reply, Service, startLoad } from '../../support/http/service.js';
import { NetworkMode, TcpProxy } from '../../support/http/tcp-proxy.js';
import { TestDatabase } from '../../support/database/test-database.js';

const cached = ['/v1/leaderboard', '/v1/streamer/aurora_plays/recent-streams', '/v1/streams/40100000001/message-stats'];
const badMs = 3_000;
const poolSize = 8;

describe('a bad network between the service and its database', () => {
  let database: TestDatabase;
  let proxy: TcpProxy;
  let service: Service;

  beforeAll(async () => {
    database = await createSeededDatabase();
    proxy = await TcpProxy.start(() => Number(new URL(database.url).port));
    service = await Service.start({
      DATABASE_URL: proxy.urlOf(database.url),
      DATABASE_POOL_SIZE: String(poolSize),
      CACHE_TTL_SECONDS: '1',
    });
  });

  afterAll(async () => {
    await service.stop();
    await proxy.stop();
    await database.drop();
  });

  it.each<NetworkMode>(['slow', 'silent', 'resetting', 'cutting'])(
    'causes only expected errors while it is %s, and the pool recovers',
    async (mode) => {
      for (const path of cached) expect(await service.get(path)).toMatchObject({ status: 200 });
      const loads = [startLoad(askCached, 3), startLoad((i) => service.get(unknownStream(i)), 12)];
      proxy.mode = mode;
      await sleep(badMs);
      const ending = Promise.all(loads.map((load) => load.stop()));
      proxy.mode = 'fine';
      const [known = [], asked = []] = await ending;

      expect(listed(known.filter(({ status, ms }) => status !== 200 || ms > 6_000))).toEqual([]);
      // Only the requests that trigger a failing reload wait.
      expect(known.filter(({ ms }) => ms > 1_500).length).toBeLessThanOrEqual(3 * cached.length);
      expect(listed(asked.filter(isUnexpected))).toEqual([]);
      expect(asked.length).toBeGreaterThan(8);
      expect(asked.some(({ status, ms }) => status === 500 || ms > 500)).toBe(true);
      await expectWholePool();
    },
  );

  const askCached = (i: number) => service.get(cached[i % cached.length] ?? '');

  /** Expects that all connections work again, without leaked ones. */
  async function expectWholePool(): Promise<void> {
    // The service accepts this number of requests even after slow responses, so failures come from the pool.
    const askAll = () => Promise.all(Array.from({ length: 2 * poolSize }, (_, i) => service.get(unknownStream(i))));
    const fineAt = performance.now();
    // Earlier statements may run until the statement timeout.
    for (let after = await askAll(); after.some(({ status }) => status !== 404); after = await askAll()) {
      if (performance.now() - fineAt > 10_000) throw new Error(listed(after).join('; '));
      await sleep(50);
    }
    const sessions = await withOwner(database.url, (client) =>
      client.query<{ count: number }>(
        `SELECT count(*)::int AS count
        FROM pg_catalog.pg_stat_activity a
        WHERE a.datname = current_database() AND a.application_name = 'streaming-analytics api'`,
      ),
    );
    // One additional session listens for refreshes, and one checks readiness.
    expect(sessions.rows[0]?.count).toBeLessThanOrEqual(poolSize + 2);
  }
});

/** A path whose response is never cached: 404 if the database responds. */
function unknownStream(i: number): string {
  return `/v1/streams/${i + 1}/message-stats`;
}

function isUnexpected({ status, error, ms }: Reply): boolean {
  if (ms > 6_000) return true;
  // After slow responses, the service accepts fewer requests.
  if (status === 404 || status === 503) return false;
  return status !== 500 || error !== 'Failed to fetch message statistics';
}
