import { setTimeout as sleep } from 'node:timers/promises';
import { FaultCluster } from '../support/database/fault-cluster.js';
import { TcpProxy } from '../support/http/tcp-proxy.js';
import { listed, Reply, Service, startLoad } from '../support/http/service.js';
import { until } from '../support/until.js';

const cached = ['/v1/leaderboard', '/v1/streamer/aurora_plays/recent-streams', '/v1/streams/40100000001/message-stats'];
const downMs = 3_000;

const faults: Record<string, { down(cluster: FaultCluster): void; up(cluster: FaultCluster): Promise<void> | void }> = {
  'stopped fast': { down: (cluster) => cluster.signal('SIGINT'), up: (cluster) => cluster.restart() },
  'stopped at once': { down: (cluster) => cluster.signal('SIGQUIT'), up: (cluster) => cluster.restart() },
  killed: { down: (cluster) => cluster.signal('SIGKILL'), up: (cluster) => cluster.restart() },
  paused: { down: (cluster) => cluster.signalAll('SIGSTOP'), up: (cluster) => cluster.signalAll('SIGCONT') },
};

describe('a database that fails under load, and recovers after three seconds', () => {
  let cluster: FaultCluster;
  let service: Service;
  let proxy: TcpProxy;

  beforeAll(async () => {
    cluster = await FaultCluster.start();
    // The restarted database may use another port.
    proxy = await TcpProxy.start(() => cluster.port);
    service = await Service.start({ DATABASE_URL: proxy.urlOf(cluster.url), CACHE_TTL_SECONDS: '1' });
  });

  afterAll(async () => {
    await service.stop();
    await proxy.stop();
    await cluster.stop();
  });

  it.each(Object.keys(faults))('causes only expected errors when it is %s, and the pool recovers', async (name) => {
    const fault = faults[name];
    if (!fault) throw new Error(name);
    for (const path of cached) expect(await service.get(path)).toMatchObject({ status: 200 });
    const logged = service.log.length;
    const startedAt = performance.now();
    const load = startLoad(askEither, 8);
    const health = startLoad(() => service.get('/v1/health/live'), 1);
    const replies: Reply[] = [];
    try {
      fault.down(cluster);
      await untilReady(503);
      await sleep(Math.max(0, downMs - (performance.now() - startedAt)));
      replies.push(...(await load.stop()));
      await fault.up(cluster);
      await untilReady(200);
    } finally {
      await Promise.all([load.stop(), health.stop()]);
    }

    const asked = replies.filter(({ path }) => !cached.includes(path));
    expect(listed(replies.filter(({ path, status }) => cached.includes(path) && status !== 200))).toEqual([]);
    expect(listed(asked.filter(isUnexpected))).toEqual([]);
    expect(asked.filter(({ status }) => status === 500).length).toBeGreaterThan(0);
    expect(listed((await health.stop()).filter(({ status }) => status !== 200))).toEqual([]);
    const seconds = (performance.now() - startedAt) / 1000;
    expect(service.log.length - logged).toBeLessThanOrEqual(10 * seconds + 30);
    expect(service.process.exitCode).toBeNull();
    // All connections of the pool work again.
    const after = await Promise.all(Array.from({ length: 16 }, (_, i) => service.get(unknownStream(1_000_000 + i))));
    expect(after.map(({ status }) => status)).toEqual(after.map(() => 404));
  });

  const askEither = (i: number) => service.get(i % 2 === 0 ? (cached[i % cached.length] ?? '') : unknownStream(i));

  const untilReady = (status: number) => until(async () => (await service.get('/v1/health/ready')).status === status);
});

/** A path whose response is never cached: 404 if the database responds. */
function unknownStream(i: number): string {
  return `/v1/streams/${i + 1}/message-stats`;
}

function isUnexpected({ status, error, ms }: Reply): boolean {
  if (status === 404) return false;
  return status !== 500 || error !== 'Failed to fetch message statistics' || ms > 6_000;
}
