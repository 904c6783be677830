import { randomBytes } from 'node:crypto';
import { DeadlineExceeded } from '../../src/database/reads/deadlines.js';
import { Prisma } from '../../src/generated/prisma/client.js';
import { TcpProxy } from '../support/http/tcp-proxy.js';
import { createTestDatabase, runAsAdmin } from '../support/database/test-database.js';
import { createPrisma, TestStore } from '../support/database/test-store.js';
import { until } from '../support/until.js';
import { waitingSessions } from '../support/database/waiting-sessions.js';

const countBySql = Prisma.sql`SELECT count(*) AS count FROM streamers`;

describe('PrismaService', () => {
  let store: TestStore;

  beforeAll(async () => {
    store = await TestStore.start({ env: { DATABASE_POOL_SIZE: '4', DATABASE_DEADLINE_SECONDS: '5' } });
    await store.data.streamer();
  });

  afterAll(() => store.stop());

  const ways = {
    SQL: async () => (await store.prisma.rows<{ count: number }>(countBySql))[0]?.count,
    "Prisma's API": () => store.prisma.client.streamer.count(),
  };

  /** Runs an action while a lock blocks all reads of streamers. */
  const whileLocked = async (action: () => Promise<void>) => {
    await store.data.client.query('BEGIN; LOCK TABLE streamers');
    try {
      await action();
    } finally {
      await store.data.client.query('ROLLBACK');
    }
  };

  /** Waits until that number of sessions wait for the lock, and returns them. */
  const untilWaiting = async (count: number): Promise<number[]> => {
    let waiting: number[] = [];
    await until(async () => (waiting = await waitingSessions(store.data.client)).length >= count);
    return waiting;
  };

  it.each(Object.entries(ways))('reads again after a lost connection with %s', async (_way, count) => {
    let reads: Promise<unknown> = Promise.resolve();
    await whileLocked(async () => {
      reads = Promise.all([count(), count()]);
      reads.catch(() => {});
      await store.data.client.query('SELECT pg_terminate_backend(p) FROM unnest($1::int[]) p', [await untilWaiting(2)]);
      await untilWaiting(2);
    });
    await expect(reads).resolves.toEqual([1, 1]);
  });

  it.each(Object.entries(ways))('leaves connections to other reads when %s is blocked', async (_way, count) => {
    let reads: Promise<unknown> = Promise.resolve();
    await whileLocked(async () => {
      reads = Promise.all(Array.from({ length: 8 }, count));
      reads.catch(() => {});
      await untilWaiting(3);
      await expect(store.prisma.client.event.count()).resolves.toBe(0);
      expect(store.prisma.poolUsage).toEqual({ total: 4, idle: 1, waiting: 0, max: 4 });
    });
    await expect(reads).resolves.toEqual(Array(8).fill(1));
  });

  it('fails a read at its deadline while it waits behind reads of the same kind', async () => {
    const prisma = createPrisma({ DATABASE_URL: store.url, DATABASE_POOL_SIZE: '2', DATABASE_DEADLINE_SECONDS: '1' });
    const count = () => prisma.rows<{ count: number }>(countBySql);
    try {
      await whileLocked(async () => {
        const [, ...behind] = await Promise.allSettled([count(), count(), count()]);
        const late = { status: 'rejected', reason: expect.any(DeadlineExceeded) as Error };
        expect(behind).toEqual([late, late]);
      });
      // The deadline of a second is short for a busy machine.
      await until(() =>
        count().then(
          ([row]) => row?.count === 1,
          () => false,
        ),
      );
    } finally {
      await prisma.onApplicationShutdown();
    }
  });

  it('reads from the server of DATABASE_URL what the server of the readers lacks', async () => {
    const notMigrated = await createTestDatabase('template1');
    const reader = Object.assign(new URL(notMigrated.url), { hostname: 'localhost' }).href;
    const env = { DATABASE_URL: store.url, DATABASE_READER_URL: reader, DATABASE_DEADLINE_SECONDS: '5' };
    const prisma = createPrisma(env);
    try {
      await expect(prisma.rows(countBySql)).resolves.toEqual([{ count: 1 }]);
    } finally {
      await prisma.onApplicationShutdown();
      await notMigrated.drop();
    }
  });

  it('warns about URL parameters that have no effect', async () => {
    const lines: string[] = [];
    const DATABASE_URL = `${store.url}?connection_limit=5&schema=public&pool_timeout=2`;
    const prisma = createPrisma({ DATABASE_URL }, (line) => lines.push(line));
    await prisma.onApplicationShutdown();
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { parameters: ['connection_limit', 'pool_timeout'], msg: 'Parameters of the database URL have no effect' },
    ]);
  });

  it.each(Object.entries({ SQL: 'rows', "Prisma's API": 'count' }))(
    'reads with %s over the connections that a role may open, if these are fewer than the pool may have',
    async (_way, kind) => {
      const user = `few_${randomBytes(6).toString('hex')}`;
      await runAsAdmin(`CREATE ROLE ${user} LOGIN PASSWORD 'secret' CONNECTION LIMIT 2 IN ROLE analytics_reader`);
      const url = Object.assign(new URL(store.url), { username: user, password: 'secret' }).href;
      const prisma = createPrisma({
        DATABASE_READER_URL: url,
        DATABASE_POOL_SIZE: '8',
        DATABASE_DEADLINE_SECONDS: '5',
      });
      const read = () => (kind === 'rows' ? prisma.rows(countBySql) : prisma.client.streamer.count());
      try {
        expect(await Promise.all(Array.from({ length: 20 }, read))).toHaveLength(20);
        await expect(prisma.connectAll()).resolves.toBeUndefined();
      } finally {
        await prisma.onApplicationShutdown();
        await runAsAdmin(`DROP ROLE ${user}`);
      }
    },
  );

  it.each([
    ['of a row with too few columns', Buffer.from([0x44, 0, 0, 0, 6, 0, 5])],
    ['of a message shorter than its length field', Buffer.from([0x54, 0, 0, 0, 2, 0, 1])],
    ['of an unknown message', Buffer.from([0x7e, 0, 0, 0, 4])],
  ])('reads again after bytes %s, which are not the protocol', async (_, garbage) => {
    const proxy = await TcpProxy.start(() => Number(new URL(store.url).port));
    const env = { DATABASE_POOL_SIZE: '1', DATABASE_DEADLINE_SECONDS: '5' };
    const prisma = createPrisma({ ...env, DATABASE_URL: proxy.urlOf(store.url) });
    try {
      await prisma.rows(countBySql);
      proxy.garbage = garbage;
      await expect(prisma.rows(countBySql)).resolves.toEqual([{ count: 1 }]);
    } finally {
      await proxy.stop();
      await prisma.onApplicationShutdown();
    }
  });

  it('fails a read when the database stops responding, and discards that connection', async () => {
    const proxy = await TcpProxy.start(() => Number(new URL(store.url).port));
    const env = { DATABASE_POOL_SIZE: '1', DATABASE_DEADLINE_SECONDS: '5' };
    const prisma = createPrisma({ ...env, DATABASE_URL: proxy.urlOf(store.url) });
    try {
      await prisma.rows(countBySql);
      proxy.mode = 'silent';
      await expect(prisma.rows(countBySql)).rejects.toThrow(DeadlineExceeded);
      proxy.mode = 'fine';
      await expect(prisma.rows(countBySql)).resolves.toHaveLength(1);
    } finally {
      await proxy.stop();
      await prisma.onApplicationShutdown();
    }
  });
});
