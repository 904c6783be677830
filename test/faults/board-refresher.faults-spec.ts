import { readFileSync } from 'node:fs';
import pg from 'pg';
import { freePort } from '../support/http/free-port.js';
import { createTestDatabase, TestDatabase } from '../support/database/test-database.js';
import { Service } from '../support/http/service.js';
import { until } from '../support/until.js';

let database: TestDatabase;
let client: pg.Client;
let services: Service[];

beforeEach(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  services = [];
});

afterEach(async () => {
  for (const service of services) await service.stop();
  await client.end();
  await database.drop();
});

async function start(env: Record<string, string> = {}): Promise<Service> {
  const service = await Service.start({ DATABASE_URL: database.url, LEADERBOARD_REFRESH_SECONDS: '1', ...env });
  services.push(service);
  return service;
}

async function count(from: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${from}`);
  return rows[0]?.count ?? 0;
}

async function readMetric(port: number, name: string): Promise<string | undefined> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1];
}

const commands = `pg_stat_activity a WHERE a.datname = current_database() AND a.application_name = 'streaming-analytics refresh'`;
const keepers = `pg_locks l WHERE l.locktype = 'advisory' AND l.database =
  (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())`;

it('refreshes the leaderboard repeatedly, and logs each refresh', async () => {
  const service = await start();
  const isRefresh = ({ level, from, msg }: Service['log'][number]) =>
    level === 'info' && from === 'refresh' && msg.startsWith('The leaderboard now has 0 ');
  await until(() => service.log.filter(isRefresh).length >= 2);
});

it('refreshes in one of several services, and in another one after the first and its processes were killed', async () => {
  const [first, second] = [await start(), await start()];
  await until(() => second.log.some(({ msg }) => msg.startsWith('Another process refreshes the leaderboard')));
  expect(await count(keepers)).toBe(1);
  await first.stop();
  await until(() => second.log.some(({ msg }) => msg.startsWith('The leaderboard now has')));
  expect(await count(keepers)).toBe(1);
  await second.stop();
  await until(async () => (await count(commands)) === 0);
});

it('logs the reason of a failed refresh', async () => {
  await client.query('DROP TABLE board_entries');
  const service = await start();
  const isFailure = ({ msg }: Service['log'][number]) => msg === 'Failed to refresh the leaderboard';
  await until(() => service.log.some(isFailure));
  expect(service.log.find(isFailure)).toMatchObject({
    level: 'warn',
    reason: expect.stringContaining('A table is missing'),
  });
});

it('sets a metric to 1 after a refresh fails, until a refresh succeeds', async () => {
  const metricsPort = await freePort();
  await start({ METRICS_PORT: String(metricsPort) });
  const hasFailed = () => readMetric(metricsPort, 'leaderboard_refresh_failed');
  await until(async () => (await hasFailed()) === '0');
  const name = new URL(database.url).pathname.slice(1);
  await client.query(`ALTER DATABASE "${name}" SET default_transaction_read_only = on`);
  await client.query(`SELECT pg_terminate_backend(a.pid) FROM ${commands}`);
  await until(async () => (await hasFailed()) === '1');
  await client.query(`ALTER DATABASE "${name}" RESET default_transaction_read_only`);
  await until(async () => (await hasFailed()) === '0');
});

it('sets the metric to 1 after the process that refreshes ended, until another one refreshes', async () => {
  const metricsPort = await freePort();
  const service = await start({ METRICS_PORT: String(metricsPort), LEADERBOARD_REFRESH_SECONDS: '2' });
  const hasFailed = () => readMetric(metricsPort, 'leaderboard_refresh_failed');
  await until(async () => (await hasFailed()) === '0');
  const { pid } = service.process;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  expect(children).toHaveLength(1);
  process.kill(Number(children[0]), 'SIGKILL');
  await until(async () => (await hasFailed()) === '1');
  const message = 'The process that refreshes the leaderboard ended and will be restarted';
  expect(service.log.find(({ msg }) => msg === message)).toMatchObject({ reason: 'exit code SIGKILL' });
  await until(async () => (await hasFailed()) === '0');
});

it('logs and measures a clock that differs from the clock of the database', async () => {
  const metricsPort = await freePort();
  const shifted = `
    const Real = Date;
    const now = () => Real.now() + 432e6;
    globalThis.Date = class Date extends Real {
      static now = now;
      constructor(...args) { super(...(args.length > 0 ? args : [now()])); }
    };`;
  const service = await start({
    METRICS_PORT: String(metricsPort),
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(shifted)}`,
  });
  const isWarning = ({ msg }: Service['log'][number]) => msg === 'Set the clock of this machine';
  await until(() => service.log.some(isWarning));
  expect(service.log.find(isWarning)).toMatchObject({
    ...{ level: 'warn', from: 'refresh', reason: expect.stringMatching(/43\d,\d+ seconds ahead of/) },
  });
  await until(async () => Number(await readMetric(metricsPort, 'leaderboard_refresh_clock_offset_seconds')) > 431_000);
  // The API can serve all data.
  expect((await service.get('/v1/health/ready')).status).toBe(200);
});

it('starts no refresh if the settings leave the refresh to others', async () => {
  const service = await start({ LEADERBOARD_REFRESH_SECONDS: '0' });
  expect(service.log.find(({ msg }) => msg === 'Listening')).toMatchObject({
    leaderboard: 'not refreshed by this service',
  });
  await service.get('/v1/leaderboard');
  expect(await count(commands)).toBe(0);
});
