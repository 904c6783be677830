import { setTimeout as sleep } from 'node:timers/promises';
import { withOwner } from '../../src/database/owner-client.js';
import { refreshLeaderboard } from '../../src/jobs/refresh/refresh-leaderboard.js';
import { Prisma } from '../../src/generated/prisma/client.js';
import { FaultCluster } from '../support/database/fault-cluster.js';
import { query, ReplicatedCluster } from '../support/database/replicated-cluster.js';
import { buildProduct, Service } from '../support/http/service.js';
import { createPrisma } from '../support/database/test-store.js';
import { until } from '../support/until.js';

const rounds = 6;

describe('a service that reads from a standby', () => {
  let cluster: ReplicatedCluster;
  let standby: FaultCluster;

  beforeAll(async () => {
    buildProduct();
    cluster = await ReplicatedCluster.start(1);
    [standby] = cluster.standbys as [FaultCluster];
  });

  afterAll(() => cluster.stop());

  it('retries reads that the standby canceled because they blocked its replay', async () => {
    const prisma = createPrisma({ DATABASE_READER_URL: cluster.readerUrl(standby), DATABASE_DEADLINE_SECONDS: '5' });
    try {
      const slowly = Prisma.sql`SELECT count(*) AS count FROM panels p, (SELECT pg_sleep(1)) s`;
      const reads = Promise.all(Array.from({ length: 8 }, () => prisma.rows(slowly)));
      const sleeping = `SELECT FROM pg_catalog.pg_stat_activity a WHERE a.wait_event = 'PgSleep'`;
      await until(async () => (await query(standby, sleeping)).length > 0);
      await query(cluster.primary, 'BEGIN; LOCK TABLE panels IN ACCESS EXCLUSIVE MODE; SELECT txid_current(); COMMIT');
      await expect(reads).resolves.toHaveLength(8);
      const conflicts = `SELECT sum(c.confl_lock)::int AS count FROM pg_stat_database_conflicts c`;
      expect((await query<{ count: number }>(standby, conflicts))[0]?.count).toBeGreaterThan(0);
    } finally {
      await prisma.onApplicationShutdown();
    }
  });

  it('never shows an older board after a newer one, however far the standby lags', async () => {
    const service = await Service.start({
      DATABASE_URL: cluster.primary.url,
      DATABASE_READER_URL: cluster.readerUrl(standby),
    });
    // In each round another streamer becomes first. None of these streamers is first at the start.
    const streams = await query<{ id: string; streamer_id: string }>(
      cluster.primary,
      `SELECT max(s.id) AS id, s.streamer_id FROM streams s
         JOIN board_entries e ON e.streamer_id = s.streamer_id AND e.watchtime_position > 0
           AND e.board_id = (SELECT max(b.id) FROM boards b WHERE b.days = 30)
         WHERE s.started_at > now() - interval '20 days' GROUP BY s.streamer_id ORDER BY s.streamer_id LIMIT ${rounds}`,
    );
    const places = streams.map(({ streamer_id }) => streamer_id);
    const answers: Record<string, (body: unknown) => number> = {
      '/v1/leaderboard?sort=watchtime&': (page) =>
        (page as { items: { watchtime: number }[] }).items[0]?.watchtime ?? 0,
      '/v1/streamers?sort=watchtime&': (list) => places.indexOf((list as { id: string }[])[0]?.id ?? ''),
      '/v1/status?': (status) => Date.parse((status as { leaderboard_refreshed_at: string }).leaderboard_refreshed_at),
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
      for (let round = 0; round < rounds; round++) {
        await query(standby, 'SELECT pg_wal_replay_pause()');
        await withOwner(cluster.primary.url, async (owner) => {
          const watchtime = (round + 1) * 1e12;
          await owner.query('UPDATE streams SET watchtime = $1 WHERE id = $2', [watchtime, streams[round]?.id]);
          await refreshLeaderboard(owner);
        });
        // The primary serves the board while the standby lacks it.
        await until(
          () => seen[1]?.values.at(-1) === round,
          () => `The board of round ${round} was not served: ${JSON.stringify(failures.slice(-3))}`,
        );
        await query(standby, 'SELECT pg_wal_replay_resume()');
        await sleep(round % 3 === 0 ? 0 : 200);
      }
      await cluster.untilReplayed();
      const answered = seen[2]?.values.length ?? 0;
      await until(() => (seen[2]?.values.length ?? 0) >= answered + 3);
    } finally {
      isOn = false;
      await asking;
      await service.stop();
      await query(standby, 'SELECT pg_wal_replay_resume()');
    }
    expect(failures).toEqual([]);
    for (const { url, values } of seen) {
      const older = values.filter((value, i) => i > 0 && value < (values[i - 1] as number));
      expect({ url, older }).toEqual({ url, older: [] });
    }
    const [newest] = await query<{ top: number }>(
      cluster.primary,
      'SELECT max(e.watchtime)::float8 AS top FROM board_entries e',
    );
    expect(seen.map(({ values }) => values.at(-1))).toEqual([newest?.top, rounds - 1, expect.any(Number)]);
  });
});
