import { setTimeout as sleep } from 'node:timers/promises';
import { withOwner } from '../../src/database/owner-client.js';
import { FaultCluster } from '../support/database/fault-cluster.js';
import { freePort } from '../support/http/free-port.js';
import { scaleMinutes, scaleSeed } from '../support/database/fault-settings.js';
import { SeededRandom } from '../../demo/seeded-random.js';
import { RedisServer } from '../support/http/redis-server.js';
import { inOrder, query, ReplicatedCluster } from '../support/database/replicated-cluster.js';
import { buildProduct, Service } from '../support/http/service.js';
import { HaProxy } from './haproxy.js';

/** Paths whose responses do not change with time. */
const paths = [
  '/v1/streamer/aurora_plays/follower-graph',
  '/v1/streamer/aurora_plays/partners',
  '/v1/streams/40100000001/message-stats',
  '/v1/streams/40100000001/before',
  '/v1/streams/40100000001/graphs/hourly',
  '/v1/streams/40100000001/colab-sessions',
  '/v1/events/300000001',
];
const clients = 8;
const settleMs = 2_000;
/** Time limit for HAProxy and its agent to detect that a server has failed, lags or has recovered. */
const noticedMs = 8_000;

/** An uncached address whose response equals the first of {@link paths}. */
const graphSince = (time: number) => `${paths[0]}?from=${new Date(Date.UTC(2000, 0) + time).toISOString()}`;
/** Longest time for which uncached requests may fail when a database server fails. */
const maxFailingMs = 3_000;

jest.setTimeout((scaleMinutes + 10) * 60_000);

describe('two instances behind HAProxy, with a primary, two standbys and Redis', () => {
  const random = new SeededRandom(scaleSeed);
  const expected = new Map<string, string>();
  const services: Service[] = [];
  /** All started instances, for their logs. */
  const started: Service[] = [];
  let databases: ReplicatedCluster;
  let primary: FaultCluster;
  let standbys: FaultCluster[];
  let redis: RedisServer | undefined;
  let env: Record<string, string>;
  let haproxy: HaProxy;
  let now = 'nothing yet';

  beforeAll(async () => {
    process.stdout.write(`SCALE_SEED=${scaleSeed} SCALE_MINUTES=${scaleMinutes}\n`);
    buildProduct();
    databases = await ReplicatedCluster.start();
    ({ primary, standbys } = databases);
    await query(primary, 'CREATE TABLE acknowledged (id bigint PRIMARY KEY)');
    await query(primary, `ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (*)'`);
    await query(primary, 'SELECT pg_reload_conf()');
    const ports = [await freePort(), await freePort()];
    const { username, password } = new URL(primary.url);
    const databasePorts = databases.all.map(({ port }) => port);
    haproxy = await HaProxy.start(ports, databasePorts, {
      ...{ PGUSER: username, PGPASSWORD: password, PGDATABASE: username },
    });
    await untilUsed('readers', standbys);
    await untilUsed('primary', [primary]);
    env = {
      DATABASE_URL: databases.readerUrl({ port: haproxy.primaryPort }),
      DATABASE_READER_URL: databases.readerUrl({ port: haproxy.readersPort }),
      TRUST_PROXY: '1',
    };
    if (RedisServer.isInstalled) {
      const port = await freePort();
      redis = new RedisServer(port);
      await redis.start();
      env.REDIS_URL = `redis://127.0.0.1:${port}`;
    }
    for (const port of ports) services.push(await startService(port));
    await sleep(settleMs);
  });

  afterAll(async () => {
    for (const service of services) await service.stop();
    await haproxy?.stop();
    await redis?.kill();
    await databases?.stop();
  });

  /** Starts a service, and requests each path so that its cache contains all responses. */
  async function startService(port: number): Promise<Service> {
    const service = await Service.start({ ...env, PORT: String(port) }).catch(() => undefined);
    if (!service) throw new Error('An instance did not start.');
    started.push(service);
    for (const target of paths) {
      const { status, body } = await untilAnswered(port, target);
      if (!expected.has(target)) expected.set(target, body);
      if (status !== 200 || body !== expected.get(target)) throw new Error(`${target}: ${status} ${body}`);
    }
    return service;
  }

  async function replace(i: number, signal: NodeJS.Signals): Promise<void> {
    const old = services[i] as Service;
    old.process.kill(signal);
    const code = await old.exited;
    if (signal === 'SIGTERM' && code !== 0) throw new Error(`An instance exited with ${code} after SIGTERM.`);
    services[i] = await startService(old.port);
    await sleep(settleMs);
  }

  /** URL of PostgreSQL through a port of HAProxy, for the owner of the tables. */
  const ownerUrl = (port: number) => Object.assign(new URL(primary.url), { port: String(port) }).href;

  /** Waits until HAProxy uses exactly these database servers. */
  async function untilUsed(proxy: 'readers' | 'primary', servers: FaultCluster[]): Promise<void> {
    const wanted = String(servers.map(({ port }) => port).sort());
    for (const until = Date.now() + noticedMs; ; await sleep(50)) {
      const used = String((await haproxy.databasesOf(proxy).catch(() => [])).sort());
      if (used === wanted) return;
      if (Date.now() > until) throw new Error(`${now}: HAProxy uses ${used} for ${proxy} instead of ${wanted}.`);
    }
  }

  async function killFor(server: FaultCluster): Promise<void> {
    server.signalAll('SIGKILL');
    await sleep(random.integer(0, 3_000));
    await server.restart();
    await untilUsed('readers', standbys);
    await untilUsed('primary', [primary]);
  }

  /** Kills the primary for good and promotes a standby. */
  async function failOver(): Promise<void> {
    primary.signalAll('SIGKILL');
    await sleep(random.integer(0, 3_000));
    const [ahead, behind] = await inOrder(...(standbys as [FaultCluster, FaultCluster]));
    await query(ahead, 'SELECT pg_promote()');
    await databases.follow(behind, ahead);
    primary = ahead;
    standbys = [behind];
    await untilUsed('primary', [ahead]);
    await untilUsed('readers', [behind]);
    await sleep(settleMs);
  }

  const faults: Record<string, () => Promise<void>> = {
    'a rolling upgrade': async () => {
      for (let i = 0; i < services.length; i++) await replace(i, 'SIGTERM');
    },
    'an instance is killed': () => replace(random.integer(0, services.length - 1), 'SIGKILL'),
    'a standby is killed': () => killFor(random.pick(standbys)),
    'a standby hangs': async () => {
      const [hanging, other] = random.chance(0.5) ? standbys : standbys.toReversed();
      hanging?.signalAll('SIGSTOP');
      await untilUsed('readers', [other as FaultCluster]);
      hanging?.signalAll('SIGCONT');
      await untilUsed('readers', standbys);
    },
    'a standby lags': async () => {
      const [lagging, other] = standbys as [FaultCluster, FaultCluster];
      await query(lagging, 'SELECT pg_wal_replay_pause()');
      await untilUsed('readers', [other]);
      await query(lagging, 'SELECT pg_wal_replay_resume()');
      await untilUsed('readers', standbys);
    },
    'both standbys are lost': async () => {
      for (const standby of standbys) standby.signalAll('SIGKILL');
      await untilUsed('readers', [primary]);
      for (const standby of standbys) await standby.restart();
      await untilUsed('readers', standbys);
    },
    'the primary is killed': () => killFor(primary),
    'Redis is killed': async () => {
      await redis?.kill();
      await sleep(random.integer(0, 3_000));
      await redis?.start();
    },
  };

  it('return no wrong response, fail no cached request, and lose no acknowledged row', async () => {
    const wrong: string[] = [];
    let answered = 0;
    let fresh = 0;
    let longestFailingMs = 0;
    let isOver = false;
    const load = Array.from({ length: clients }, async (_client, i) => {
      for (let turn = i; !isOver; turn++, await sleep(5)) {
        const target = paths[turn % paths.length] as string;
        const { status, body } = await ask(haproxy.apiPort, target);
        answered += 1;
        if (status !== 200 || body !== expected.get(target)) wrong.push(`${now}: ${target}: ${status} ${body}`);
      }
    });
    const readFresh = async (): Promise<void> => {
      for (let answeredAtMs = performance.now(); !isOver; await sleep(10)) {
        const { status, body } = await ask(haproxy.apiPort, graphSince(fresh++));
        if (status === 200 && body !== expected.get(paths[0] as string)) wrong.push(`${now}: not cached: ${body}`);
        if (status === 200) answeredAtMs = performance.now();
        else longestFailingMs = Math.max(longestFailingMs, performance.now() - answeredAtMs);
      }
    };
    load.push(readFresh());
    const writing = write(ownerUrl(haproxy.primaryPort), () => isOver);
    try {
      const runs = Object.keys(faults);
      const until = Date.now() + scaleMinutes * 60_000;
      for (let run = 0; run < runs.length || Date.now() < until; run++) {
        now = runs[run] ?? random.pick(runs);
        await faults[now]?.();
        await sleep(settleMs);
      }
      now = 'a standby is promoted';
      await failOver();
    } finally {
      isOver = true;
    }
    await Promise.all(load);
    const acknowledged = await writing;
    process.stdout.write(
      `${answered} cached responses; ${fresh} uncached requests, which failed for up to ${Math.round(longestFailingMs)} ms; ${acknowledged} acknowledged rows\n`,
    );
    if (wrong.length > 0) {
      for (const line of started
        .flatMap(({ log }) => log)
        .filter(({ level }) => level !== 'info')
        .slice(0, 20)) {
        process.stdout.write(`${JSON.stringify(line)}\n`);
      }
    }
    expect(wrong.slice(0, 10)).toEqual([]);
    expect(answered).toBeGreaterThan(1_000);
    expect(fresh).toBeGreaterThan(100);
    expect(longestFailingMs).toBeLessThan(maxFailingMs);
    await databases.untilReplayed(standbys, primary);
    for (const server of [primary, ...standbys]) {
      // Rows that were written but not acknowledged may exist, too.
      const sql = `SELECT count(*)::float8 AS count FROM acknowledged a WHERE a.id <= ${acknowledged}`;
      const [row] = await query<{ count: number }>(server, sql);
      expect(row?.count).toBe(acknowledged);
    }
  });
});

interface Answer {
  /** 0 if the connection failed. */
  status: number;
  body: string;
}

async function ask(port: number, target: string): Promise<Answer> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}${target}`, { signal: AbortSignal.timeout(10_000) });
    return { status: response.status, body: await response.text() };
  } catch (error) {
    return { status: 0, body: String(error) };
  }
}

/** Retries because a new instance may be slow on a busy machine. */
async function untilAnswered(port: number, target: string): Promise<Answer> {
  for (let tries = 1; ; tries++, await sleep(500)) {
    const answer = await ask(port, target);
    if ((answer.status > 0 && answer.status < 500) || tries === 20) return answer;
  }
}

/** Writes rows one by one until `isOver`. Returns the last acknowledged row; all rows before were also acknowledged. */
async function write(url: string, isOver: () => boolean): Promise<number> {
  let id = 0;
  while (!isOver()) {
    const insert = withOwner(url, async (client) => {
      for (; !isOver(); await sleep(10)) {
        // The row may already exist without an acknowledgment.
        await client.query('INSERT INTO acknowledged VALUES ($1) ON CONFLICT DO NOTHING', [id + 1]);
        id += 1;
      }
    });
    await insert.catch(() => sleep(100));
  }
  return id;
}
