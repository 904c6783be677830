import { setTimeout as sleep } from 'node:timers/promises';
import { withOwner } from '../../src/commands/owner-client.js';
import { refreshLeaderboard } from '../../src/commands/refresh/refresh-leaderboard.js';
import { PrismaService } from '../../src/database/prisma.service.js';
import { Prisma } from '../../src/generated/prisma/client.js';
import { FaultCluster } from '../support/fault-cluster.js';
import { inOrder, query, ReplicatedCluster } from '../support/replicated-cluster.js';
import { buildProduct, Service } from '../support/service.js';
import { createPrisma } from '../support/test-store.js';

/** A server that fails or lags is left within this time. */
const leftMs = 2_000;
const slowMs = 60_000;

const askPort = Prisma.sql`SELECT inet_server_port() AS port`;

/** Reads one after the other, and notes where from and for how long. */
class Reader {
  readonly reads: { port: number; atMs: number; ms: number }[] = [];
  readonly failures: unknown[] = [];
  private isOn = true;
  private readonly done: Promise<unknown>;

  constructor(private readonly prisma: PrismaService) {
    this.done = Promise.all([this.loop(), this.loop(), this.loop(), this.loop()]);
  }

  async stop(): Promise<void> {
    this.isOn = false;
    await this.done;
  }

  /** The servers that answered since a moment. */
  portsSince(atMs: number): number[] {
    return [...new Set(this.reads.filter((read) => read.atMs >= atMs).map(({ port }) => port))].sort();
  }

  private async loop(): Promise<void> {
    for (; this.isOn; await sleep(5)) {
      const atMs = performance.now();
      try {
        const [row] = await this.prisma.rows<{ port: number }>(askPort);
        this.reads.push({ port: row?.port ?? 0, atMs, ms: performance.now() - atMs });
      } catch (error) {
        this.failures.push(error);
      }
    }
  }
}

async function until(condition: () => boolean | Promise<boolean>, limitMs = 20_000): Promise<number> {
  const startedAtMs = performance.now();
  for (; !(await condition()); await sleep(20)) {
    if (performance.now() - startedAtMs > limitMs) throw new Error('This takes too long.');
  }
  return performance.now() - startedAtMs;
}

describe('a primary and two standbys', () => {
  let cluster: ReplicatedCluster;
  let one: FaultCluster;
  let two: FaultCluster;
  let prisma: PrismaService;
  let reader: Reader;
  let log: string[];

  beforeAll(async () => {
    buildProduct();
    cluster = await ReplicatedCluster.start();
    [one, two] = cluster.standbys as [FaultCluster, FaultCluster];
  }, 180_000);

  afterAll(() => cluster.stop(), slowMs);

  async function open(
    clusters: readonly FaultCluster[],
    attrs = 'any',
    env: Record<string, string> = {},
  ): Promise<void> {
    log = [];
    prisma = createPrisma({ DATABASE_READER_URL: cluster.readerUrl(clusters, attrs), ...env }, (line) =>
      log.push(line),
    );
    await until(() => prisma.hostUsage.every(({ isUp }) => isUp));
    reader = new Reader(prisma);
  }

  async function close(): Promise<void> {
    await reader.stop();
    await prisma.onApplicationShutdown();
  }

  const ports = (...clusters: FaultCluster[]) => clusters.map(({ port }) => port).sort();
  const untilRead = (...clusters: FaultCluster[]) =>
    until(async () => {
      const sinceMs = performance.now();
      await sleep(200);
      return String(reader.portsSince(sinceMs)) === String(ports(...clusters));
    });

  it('are read alike, by SQL and by the API of Prisma', async () => {
    await open(cluster.all);
    try {
      await untilRead(...cluster.all);
      const counts = await Promise.all(Array.from({ length: 12 }, () => prisma.client.streamer.count()));
      expect(new Set(counts).size).toBe(1);
      expect(counts[0]).toBeGreaterThan(0);
      const status = await Promise.all(
        Array.from({ length: 12 }, () => prisma.client.dataSummary.findMany({ take: 1 })),
      );
      expect(status.map((rows) => rows.length)).toEqual(Array(12).fill(1));
      const used = prisma.hostUsage.map(({ used, idle }) => used + idle);
      expect(used.every((count) => count > 0)).toBe(true);
    } finally {
      await close();
    }
    expect(reader.failures).toEqual([]);
  });

  it('are read as target_session_attrs says', async () => {
    for (const [attrs, wanted] of [
      ['standby', [one, two]],
      ['prefer-standby', [one, two]],
      ['primary', [cluster.primary]],
    ] as const) {
      await open(cluster.all, attrs);
      try {
        await untilRead(...wanted);
      } finally {
        await close();
      }
    }
  });

  it.each([
    ['killed', 'SIGKILL', (host: FaultCluster) => host.restart()],
    ['paused', 'SIGSTOP', (host: FaultCluster) => Promise.resolve(host.signalAll('SIGCONT'))],
  ] as const)(
    'lose one that is %s without a failed read, and get it back',
    async (_name, signal, up) => {
      await open([one, two]);
      try {
        await untilRead(one, two);
        one.signalAll(signal);
        const downAtMs = performance.now();
        await sleep(leftMs + 500);
        expect(reader.portsSince(downAtMs + leftMs)).toEqual(ports(two));
        await up(one);
        expect(await untilRead(one, two)).toBeLessThan(10_000);
      } finally {
        await close();
      }
      expect(reader.failures).toEqual([]);
      expect(Math.max(...reader.reads.map(({ ms }) => ms))).toBeLessThan(leftMs);
      expect(log.filter((line) => line.includes('does not answer'))).toHaveLength(1);
    },
    slowMs,
  );

  it(
    'lose one that lags, and get it back; are read all the same if all of them lag',
    async () => {
      await open([one, two], 'any', { REPLICA_MAX_LAG: '1s' });
      const write = () =>
        query(
          cluster.primary,
          'UPDATE streamers SET display_name = display_name WHERE id = (SELECT min(id) FROM streamers)',
        );
      try {
        await untilRead(one, two);
        await query(one, 'SELECT pg_wal_replay_pause()');
        await write();
        const pausedAtMs = performance.now();
        const laggingAtMs = pausedAtMs + 1_000;
        await sleep(1_000 + leftMs + 300);
        expect(reader.portsSince(laggingAtMs + leftMs)).toEqual(ports(two));
        await query(two, 'SELECT pg_wal_replay_pause()');
        await write();
        await untilRead(one, two);
        await query(one, 'SELECT pg_wal_replay_resume()');
        await untilRead(one);
        await query(two, 'SELECT pg_wal_replay_resume()');
        await untilRead(one, two);
        // Nothing is written now, which is no lag.
        await sleep(2_500);
        expect(prisma.hostUsage.map(({ lagMs, isRead }) => ({ lagMs, isRead }))).toEqual(
          Array(2).fill({ lagMs: 0, isRead: true }),
        );
      } finally {
        await Promise.all(cluster.standbys.map((host) => query(host, 'SELECT pg_wal_replay_resume()')));
        await close();
      }
      expect(reader.failures).toEqual([]);
    },
    slowMs,
  );

  it('do not show that a standby has ended reads that kept it from replaying', async () => {
    const prismaOf = createPrisma({ DATABASE_READER_URL: cluster.readerUrl([one, two]) });
    try {
      const slowly = Prisma.sql`SELECT count(*) AS count FROM panels p, (SELECT pg_sleep(0.4)) s`;
      const reads = Promise.all(Array.from({ length: 8 }, () => prismaOf.rows(slowly)));
      await sleep(200);
      await query(cluster.primary, 'BEGIN; LOCK TABLE panels IN ACCESS EXCLUSIVE MODE; SELECT txid_current(); COMMIT');
      await expect(reads).resolves.toHaveLength(8);
      const conflicts = await Promise.all(
        cluster.standbys.map((host) =>
          query<{ count: string }>(host, `SELECT sum(c.confl_lock) AS count FROM pg_stat_database_conflicts c`),
        ),
      );
      expect(conflicts.some(([row]) => Number(row?.count) > 0)).toBe(true);
    } finally {
      await prismaOf.onApplicationShutdown();
    }
  });

  it('are read where the tables of a migration are, which standbys have not replayed yet', async () => {
    const prismaOf = createPrisma({ DATABASE_READER_URL: cluster.readerUrl(cluster.all, 'prefer-standby') });
    try {
      for (const standby of cluster.standbys) await query(standby, 'SELECT pg_wal_replay_pause()');
      await query(cluster.primary, 'CREATE TABLE new_notes AS SELECT 7 AS note; GRANT SELECT ON new_notes TO PUBLIC');
      const ask = () => prismaOf.rows<{ note: number }>(Prisma.sql`SELECT n.note FROM new_notes n`);
      const answers = await Promise.all(Array.from({ length: 8 }, ask));
      expect(answers).toEqual(Array(8).fill([{ note: 7 }]));
    } finally {
      for (const standby of cluster.standbys) await query(standby, 'SELECT pg_wal_replay_resume()');
      await query(cluster.primary, 'DROP TABLE IF EXISTS new_notes');
      await prismaOf.onApplicationShutdown();
      await cluster.untilReplayed();
    }
  });

  it(
    'never show an older board after a newer one, however far each standby is behind',
    async () => {
      const service = await Service.start({
        DATABASE_URL: cluster.ownerUrl([cluster.primary]),
        DATABASE_READER_URL: cluster.readerUrl([one, two]),
      });
      // In each round another streamer becomes the first one, and none of these is at the start.
      const streams = await query<{ id: string; streamer_id: string }>(
        cluster.primary,
        `SELECT max(s.id) AS id, s.streamer_id FROM streams s
         JOIN leaderboard_entries e ON e.streamer_id = s.streamer_id AND e.watchtime_position > 0
         WHERE s.started_at > now() - interval '20 days' GROUP BY s.streamer_id ORDER BY s.streamer_id LIMIT 12`,
      );
      const places = streams.map(({ streamer_id }) => streamer_id);
      const answers: Record<string, (body: unknown) => number> = {
        '/v1/leaderboard?sort=watchtime&': (page) =>
          (page as { items: { watchtime: number }[] }).items[0]?.watchtime ?? 0,
        '/v1/streamers?sort=watchtime&': (list) => places.indexOf((list as { id: string }[])[0]?.id ?? ''),
        '/v1/status?': (status) =>
          Date.parse((status as { leaderboard_refreshed_at: string }).leaderboard_refreshed_at),
      };
      const seen = Object.keys(answers).map((url) => ({ url, values: [] as number[] }));
      const failures: unknown[] = [];
      let isOn = true;
      const client = async () => {
        for (let i = 0; isOn; i++) {
          for (const { url, values } of seen) {
            const response = await fetch(`http://127.0.0.1:${service.port}${url}limit=${1 + (i % 40)}`);
            const body: unknown = await response.json();
            if (response.status !== 200) failures.push(body);
            else values.push(answers[url]?.(body) ?? 0);
          }
        }
      };
      const asking = client();
      try {
        for (let round = 0; round < 12; round++) {
          const paused = cluster.standbys[round % 2] as FaultCluster;
          await query(paused, 'SELECT pg_wal_replay_pause()');
          await withOwner(cluster.primary.url, async (owner) => {
            const watchtime = (round + 1) * 1e12;
            await owner.query('UPDATE streams SET watchtime = $1 WHERE id = $2', [watchtime, streams[round]?.id]);
            await refreshLeaderboard(owner);
          });
          await sleep(300);
          await query(paused, 'SELECT pg_wal_replay_resume()');
          // In every third round both are behind for a while.
          if (round % 3 === 0) await sleep(200);
        }
        await cluster.untilReplayed();
        await sleep(1_500);
      } finally {
        isOn = false;
        await asking;
        await service.stop();
        await Promise.all(cluster.standbys.map((host) => query(host, 'SELECT pg_wal_replay_resume()')));
      }
      expect(failures).toEqual([]);
      for (const { url, values } of seen) {
        const older = values.filter((value, i) => i > 0 && value < (values[i - 1] as number));
        expect({ url, older }).toEqual({ url, older: [] });
        expect(new Set(values).size).toBeGreaterThan(6);
      }
      const newest = await query<{ top: string }>(
        cluster.primary,
        'SELECT max(e.watchtime) AS top FROM leaderboard_entries e',
      );
      expect(seen.map(({ values }) => values.at(-1))).toEqual([Number(newest[0]?.top), 11, expect.any(Number)]);
    },
    slowMs,
  );

  // The last one: the primary does not come back.
  it(
    'let commands find the one that is promoted, lose nothing that was acknowledged, and go on answering',
    async () => {
      await open([one, two]);
      await query(cluster.primary, `ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (*)'`);
      await query(cluster.primary, 'SELECT pg_reload_conf()');
      await query(cluster.primary, 'CREATE TABLE acknowledged (n int)');
      const anyOf = cluster.ownerUrl(cluster.all);
      const acknowledged: number[] = [];
      let isOn = true;
      const writing = (async () => {
        for (let n = 0; isOn; n++) {
          await withOwner(anyOf, (owner) => owner.query('INSERT INTO acknowledged VALUES ($1)', [n])).then(
            () => acknowledged.push(n),
            () => sleep(50),
          );
        }
      })();
      try {
        await until(() => acknowledged.length > 20);
        cluster.primary.signalAll('SIGKILL');
        await sleep(500);
        const [ahead, behind] = await inOrder(one, two);
        const before = acknowledged.length;
        await query(ahead, 'SELECT pg_promote()');
        await cluster.follow(behind, ahead);
        await until(() => acknowledged.length > before + 20);
        isOn = false;
        await writing;
        const kept = await query<{ n: number }>(ahead, 'SELECT a.n FROM acknowledged a');
        const numbers = new Set(kept.map(({ n }) => n));
        expect(acknowledged.filter((n) => !numbers.has(n))).toEqual([]);
        await cluster.untilReplayed([behind], ahead);
        await untilRead(one, two);
      } finally {
        isOn = false;
        await writing;
        await close();
      }
      expect(reader.failures).toEqual([]);
    },
    slowMs,
  );
});
