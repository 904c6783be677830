import { Client } from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { FaultCluster } from '../support/database/fault-cluster.js';
import { seededPaths } from '../support/http/seeded-paths.js';
import { listed, Reply, Service } from '../support/http/service.js';

const sentence = 'Failed to fetch message statistics';
const cached = '/v1/leaderboard?limit=3';
const poolSize = 8;
// After slow responses, the service loads at most 16 responses at once. One of them may be a reload.
const maxAtOnce = 15;

describe('a service whose database has reached a limit', () => {
  let cluster: FaultCluster;
  let service: Service;

  beforeAll(async () => {
    cluster = await FaultCluster.start();
    await cluster.asOwner((client) =>
      client.query(`
        CREATE ROLE limited LOGIN PASSWORD 'secret' IN ROLE analytics_reader;
        CREATE ROLE other LOGIN PASSWORD 'secret'`),
    );
    const reader = Object.assign(new URL(cluster.url), { username: 'limited', password: 'secret' }).href;
    service = await Service.start({
      DATABASE_READER_URL: reader,
      CACHE_TTL_SECONDS: '1',
      DATABASE_POOL_SIZE: String(poolSize),
    });
    // The first responses of a process load code, which takes seconds on a slow machine.
    for (const path of otherPaths())
      await service.get(path.replace('aurora_plays', 'lounge_luca').replace(/\d{11}/, '40100002007'));
  });

  afterAll(async () => {
    await service.stop();
    await cluster.stop();
  });

  beforeEach(async () => {
    expect((await service.get(cached)).status).toBe(200);
  });

  afterEach(async () => {
    await untilFine();
    expect(service.process.exitCode).toBeNull();
  });

  it('fails only requests that need a locked table', async () => {
    await withLockedTable(async () => {
      // One after the other, so that each request runs a separate statement. There are more requests than connections.
      const blocked: Promise<Reply>[] = [];
      for (let i = 0; i <= poolSize; i++) {
        blocked.push(service.get(unknownStream(i)));
        await sleep(10);
      }
      const [first = '', ...paths] = otherPaths();
      expect(await Promise.race([service.get(first), ...blocked])).toMatchObject({ path: first, status: 200 });
      await expectAnswers(paths);
      expectFailures(await Promise.all(blocked));
      const page = await service.get('/streams/40100000001');
      expect(page).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
    });
  });

  it('fails requests in time without a free connection, and serves cached responses', async () => {
    await withLockedTable(async () => {
      const blocked = askAtOnce();
      await sleep(300);
      expect(await service.get(cached)).toMatchObject({ status: 200 });
      expect(await service.get('/v1/health/live')).toMatchObject({ status: 200 });
      expectFailures(await blocked);
    });
  });

  it('fails requests in time while the database accepts no connections, and serves cached responses', async () => {
    await alter('ALTER ROLE limited CONNECTION LIMIT 0');
    try {
      expectFailures(await askAtOnce());
      await sleep(2_100);
      for (let i = 0; i < 5; i++) expect(await service.get(cached)).toMatchObject({ status: 200 });
      expect(await service.get('/v1/health/live')).toMatchObject({ status: 200 });
      expect(await service.get('/v1/health/ready')).toMatchObject({ status: 503 });
    } finally {
      await cluster.asOwner((client) => client.query('ALTER ROLE limited CONNECTION LIMIT -1'));
    }
  });

  it('fails requests in time while others use all connections of the database, and serves cached responses', async () => {
    const others = await takeAllConnections();
    try {
      expectFailures(await askAtOnce());
      await sleep(2_100);
      for (let i = 0; i < 5; i++) expect(await service.get(cached)).toMatchObject({ status: 200 });
      expect(await service.get('/v1/health/live')).toMatchObject({ status: 200 });
      expect(await service.get('/v1/health/ready')).toMatchObject({ status: 503 });
      expectFailures(await askAtOnce());
    } finally {
      await Promise.all(others.map((client) => client.end()));
    }
  });

  // Simulates a full disk: PostgreSQL fails in the same way when it writes data that does not fit into memory.
  it('fails only requests that need disk space when the disk is full', async () => {
    await cluster.asOwner(addManySamples);
    const path = '/v1/streams/40100000001/graphs/minutely';
    // Makes PostgreSQL sort the graph although an index has its order.
    const settings = ["temp_file_limit = '0'", "work_mem = '64kB'", 'enable_presorted_aggregate = off'];
    await alter(settings.map((setting) => `ALTER ROLE limited SET ${setting}`).join('; '));
    try {
      const full = await service.get(path);
      expect(full).toMatchObject({ status: 500, error: 'Failed to fetch viewer graph' });
      expect(full.ms).toBeLessThan(6_000);
      await expectAnswers(otherPaths());
    } finally {
      await alter('ALTER ROLE limited RESET ALL');
    }
    expect(await service.get(path)).toMatchObject({ status: 200 });
  });

  /** Sends more requests than there are connections. The cache has no response to any of the requests. */
  function askAtOnce(): Promise<Reply[]> {
    return Promise.all(Array.from({ length: maxAtOnce }, (_, i) => service.get(unknownStream(i))));
  }

  async function expectAnswers(paths: string[]): Promise<void> {
    const replies: Reply[] = [];
    for (const path of paths) replies.push(await service.get(path));
    expect(listed(replies.filter(({ status }) => status !== 200))).toEqual([]);
  }

  /** Changes a setting of future sessions, and ends the current sessions of the service. */
  async function alter(sql: string): Promise<void> {
    await cluster.asOwner((client) => client.query(sql));
    await endSessionsOf('limited');
    await sleep(100);
  }

  /** Opens all connections that PostgreSQL allows, including the connections of the service. */
  async function takeAllConnections(): Promise<Client[]> {
    const others: Client[] = [];
    const url = Object.assign(new URL(cluster.url), { username: 'other', password: 'secret' }).href;
    for (const until = Date.now() + 15_000; ;) {
      while (await connectOne(url, others));
      if ((await endSessionsOf('limited')) === 0) return others;
      if (Date.now() > until) throw new Error('The service reconnects each time.');
    }
  }

  /** Terminates the sessions of a user. Returns the number of sessions. */
  async function endSessionsOf(user: string): Promise<number> {
    const { rowCount } = await cluster.asOwner((client) =>
      client.query('SELECT pg_terminate_backend(a.pid, 1000) FROM pg_catalog.pg_stat_activity a WHERE a.usename = $1', [
        user,
      ]),
    );
    return rowCount ?? 0;
  }

  async function withLockedTable(action: () => Promise<void>): Promise<void> {
    await cluster.asOwner(async (client) => {
      await client.query('BEGIN; LOCK TABLE message_stats IN ACCESS EXCLUSIVE MODE');
      try {
        await action();
      } finally {
        await client.query('ROLLBACK');
      }
    });
  }

  /** Waits until the service has recovered, which must be soon and without a restart. */
  async function untilFine(): Promise<void> {
    const startedAt = performance.now();
    for (;;) {
      const replies = await askAtOnce();
      if (replies.every(({ status }) => status === 404)) return;
      expect(performance.now() - startedAt).toBeLessThan(20_000);
      await sleep(50);
    }
  }
});

/** Opens one more connection. Returns false if PostgreSQL has none left. */
async function connectOne(url: string, opened: Client[]): Promise<boolean> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    if ((error as { code?: string }).code === '53300') return false;
    throw error;
  }
  return opened.push(client) > 0;
}

/** Expects that each request failed soon after the deadline of two seconds. A busy machine may take a few seconds more. */
function expectFailures(replies: Reply[]): void {
  const isExpected = ({ status, error, ms, headers }: Reply) =>
    status === 500 && error === sentence && headers['retry-after'] === '5' && ms < 6_000;
  expect(listed(replies.filter((reply) => !isExpected(reply)))).toEqual([]);
}

function otherPaths(): string[] {
  return seededPaths.filter((path) => !path.includes('message-stats'));
}

function unknownStream(i: number): string {
  return `/v1/streams/${i + 1}/message-stats`;
}

/** Adds more samples than fit into 64 kB. */
async function addManySamples(client: Client): Promise<void> {
  await client.query(`
    INSERT INTO viewer_samples (stream_id, created_at, viewers)
    SELECT s.id, s.started_at + n * interval '100 milliseconds', n
    FROM streams s, generate_series(1, 50000) n
    WHERE s.id = 40100000001
    ON CONFLICT DO NOTHING`);
}
