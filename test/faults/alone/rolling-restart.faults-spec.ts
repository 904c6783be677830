import { setTimeout as sleep } from 'node:timers/promises';
import { withOwner } from '../../../src/database/owner-client.js';
import { BalancingProxy } from '../../support/http/balancing-proxy.js';
import { createSeededDatabase } from '../../support/database/seeded-database.js';
import { seededPath } from '../../support/http/seeded-paths.js';
import { listed, Service, startLoad } from '../../support/http/service.js';
import { TestDatabase } from '../../support/database/test-database.js';
import { until } from '../../support/until.js';
import { waitingSessions } from '../../support/database/waiting-sessions.js';

describe('a service that gets SIGTERM under load', () => {
  let database: TestDatabase;
  const services: Service[] = [];

  beforeAll(async () => {
    database = await createSeededDatabase();
  });

  afterEach(() => Promise.all(services.splice(0).map((service) => service.stop())));

  afterAll(() => database.drop());

  it('fails no request while two instances behind a proxy are replaced one after the other', async () => {
    // Longer than the proxy needs to notice that an instance is not ready.
    const env = { DRAIN_SECONDS: '5' };
    const proxy = await BalancingProxy.start([(await start(env)).port, (await start(env)).port]);
    const load = startLoad((i) => proxy.get(seededPath(i)), 16);
    try {
      for (const service of [...services]) {
        await sleep(500);
        service.process.kill('SIGTERM');
        expect(await service.exited).toBe(0);
        proxy.replace(service.port, (await start(env)).port);
        await proxy.untilAllReady();
      }
      await sleep(500);
    } finally {
      await load.stop();
      await proxy.stop();
    }
    expect(listed((await load.stop()).filter(({ status }) => status !== 200))).toEqual([]);
  });

  it('first reports that it is not ready, and continues to serve requests', async () => {
    const service = await start();
    expect(await service.get('/v1/health/ready')).toMatchObject({ status: 200 });
    const before = await service.get(seededPath(0));
    expect(before.headers.connection).toBe('keep-alive');
    service.process.kill('SIGTERM');
    while ((await service.get('/v1/health/ready')).status === 200) await sleep(5);
    const during = await service.get(seededPath(0));
    expect(during).toMatchObject({ status: 200, headers: { connection: 'close' } });
    expect(await service.get('/v1/health/ready')).toMatchObject({
      status: 503,
      error: 'The service is shutting down.',
    });
    expect(await service.get('/v1/health/live')).toMatchObject({ status: 200 });
    expect(await service.exited).toBe(0);
  });

  it('finishes requests in progress', async () => {
    const service = await start({ DRAIN_SECONDS: '0', DATABASE_DEADLINE_SECONDS: '5' });
    const reply = await withOwner(database.url, async (client) => {
      await client.query('BEGIN; LOCK TABLE message_stats IN ACCESS EXCLUSIVE MODE');
      const underWay = service.get('/v1/streams/40100000001/message-stats');
      await until(async () => (await waitingSessions(client)).length > 0);
      service.process.kill('SIGTERM');
      await until(async () => (await service.get('/v1/health/live')).status === 0);
      await client.query('COMMIT');
      return underWay;
    });
    expect(reply).toMatchObject({ status: 200 });
    expect(await service.exited).toBe(0);
  });

  async function start(env: Record<string, string> = {}): Promise<Service> {
    const service = await Service.start({ DATABASE_URL: database.url, ...env });
    services.push(service);
    return service;
  }
});
