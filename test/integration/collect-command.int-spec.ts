import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { WaitingClock } from '../../src/clock/clock.js';
import { lockImports } from '../../src/ingest/import-lock.js';
import { freePort } from '../support/http/free-port.js';
import { SeededRandom } from '../../demo/seeded-random.js';
import { tableRows } from '../support/programs/markdown.js';
import { RunningCommand } from '../support/programs/run-command.js';
import { databaseWhileTesting } from '../support/database/test-database.js';
import { MisbehavingTwitch } from '../../demo/twitch/misbehaving-twitch.js';
import { RealClock } from '../../demo/twitch/real-clock.js';
import { TwitchServer } from '../../demo/twitch/twitch-server.js';
import { World } from '../../demo/twitch/world.js';
import { until } from '../support/until.js';
import { waitingSessions } from '../support/database/waiting-sessions.js';

const database = databaseWhileTesting();
const hour = 3_600_000;
const clock = new WaitingClock();
const sleep = clock.sleep.bind(clock);

let folder: string;
let spool: string;
let server: TwitchServer;
let world: World;
let twitch: MisbehavingTwitch;
let output: string;
let settings: Record<string, string>;

beforeEach(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'collect-command-'));
  spool = path.join(folder, 'collect.spool');
  const from = Date.now() - hour;
  world = new World({ seed: 1, channels: 5, from, to: from + 6 * hour, isAlwaysLive: true });
  twitch = new MisbehavingTwitch({ world, clock: new RealClock(), random: new SeededRandom(1) });
  server = await TwitchServer.start(twitch);
  const names = world.channels.map((channel) => world.loginOf(channel, Date.now())).join();
  settings = {
    ...server.environment(twitch),
    ...{ COLLECT_LOGINS: names, COLLECT_SPOOL: spool, LOG_LEVEL: 'silent' },
  };
});

afterEach(async () => {
  jest.restoreAllMocks();
  await server.stop();
  rmSync(folder, { recursive: true });
});

const start = (args: string[], env = {}, url = database.url) =>
  new RunningCommand(url, ['collect', ...args], { env: { ...settings, ...env } });

async function run(args: string[], env = {}, url = database.url): Promise<number> {
  const running = start(args, env, url);
  const code = await running.ended;
  output = running.output + running.errors;
  return code;
}

const rowsOf = async <Row extends object>(sql: string): Promise<Row[]> => (await database.client.query<Row>(sql)).rows;

it('is invalid usage with both --once and --dry-run', async () => {
  expect(await run(['--once', '--dry-run'])).toBe(2);
});

it('prints the messages that docs/collect.md has for the first hour', async () => {
  const { COLLECT_LOGINS: names } = settings;
  const noAccount = { TWITCH_CLIENT_ID: undefined, TWITCH_CLIENT_SECRET: undefined };
  const port = await freePort();
  settings.LOG_LEVEL = 'info';
  jest
    .spyOn(WaitingClock.prototype, 'sleep')
    .mockImplementation((ms, signal) => (ms < 10_000 ? Promise.resolve() : sleep(ms, signal)));
  const lock = (text: string) => {
    mkdirSync(spool, { recursive: true });
    writeFileSync(path.join(spool, 'pid'), text);
  };
  const runs: (() => Promise<number>)[] = [
    () => run([], noAccount),
    () => run([], { COLLECT_LOGINS: undefined }),
    () => run(['--once'], { TWITCH_CLIENT_SECRET: 'wrong' }),
    () => run(['--once'], { TWITCH_API_URL: `http://127.0.0.1:${port}` }),
    () => run(['--once'], { COLLECT_LOGINS: `${names},nobody_has_this` }),
    () => run([], { COLLECT_LOGINS: 'kick:bob' }),
    () => (lock(`${process.ppid} service`), run([])),
    () => (lock(String(process.ppid)), run([])),
  ];
  const rows = tableRows(readFileSync(path.resolve(__dirname, '../../docs/collect.md'), 'utf8'), 'message');
  const messages = rows.flatMap(([message = '']) => (message === 'no message' ? [] : [message.replaceAll('`', '')]));
  expect(messages).toHaveLength(runs.length);
  for (const [i, message] of messages.entries()) {
    await runs[i]?.();
    // The error depends on the network.
    const parts = message.replace('(ENOTFOUND)', '(ECONNREFUSED)').split(/ ?… ?/);
    expect([output.length > 0, ...parts.map((part) => (output.includes(part) ? part : output))]).toEqual([
      true,
      ...parts,
    ]);
  }
});

it('does not touch the spool of a running collector, with --dry-run', async () => {
  mkdirSync(spool);
  writeFileSync(path.join(spool, 'pid'), String(process.ppid));
  expect(await run(['--dry-run'])).toBe(0);
  expect(output).toContain('Live: 5 streams.');
  expect(readdirSync(spool)).toEqual(['pid']);
  expect(readFileSync(path.join(spool, 'pid'), 'utf8')).toBe(String(process.ppid));
  expect(await rowsOf('SELECT FROM streams')).toEqual([]);
});

it.each(['proxy.example.com:3128', 'socks5://127.0.0.1:1080'])('refuses the proxy %s', async (value) => {
  expect(await run(['--dry-run'], { https_proxy: value })).toBe(2);
  expect(output).toContain('https_proxy must be a URL of a proxy, such as http://proxy.example.com:3128.');
});

it('reports a missing response of Twitch, and exits with 1, with --dry-run', async () => {
  // Skips all waiting times.
  jest.spyOn(WaitingClock.prototype, 'sleep').mockResolvedValue();
  expect(await run(['--dry-run'])).toBe(1);
  expect(output).toBe('The sweep failed: no response within 10 s.\n');
});

it('shows the usable part of a sweep with an invalid stream, and exits with 1, with --dry-run', async () => {
  const [invalid] = world.live(Date.now());
  twitch.isInvalid = (id) => id === invalid?.id;
  twitch.invalidProperties = { id: null, user_id: null };
  expect(await run(['--dry-run'])).toBe(1);
  expect(output).toContain('Live: 4 streams.');
  expect(output).toMatch(/The sweep is incomplete: an item without an ID cannot be used: .*\.\n$/);
});

it('fails with --once if the database is unreachable, and reports no other collector', async () => {
  expect(await run(['--once'], {}, 'postgresql://127.0.0.1:1/none')).toBe(3);
  expect(output).toMatch(/^.*ECONNREFUSED.*\n$/);
});

it('reports another collector with --once, and exits with 0; renews its own lease during a sweep', async () => {
  const take = `INSERT INTO collector_leases VALUES ('twitch', 'another', now() + interval '1 hour')`;
  await database.client.query(take);
  jest.spyOn(WaitingClock.prototype, 'sleep').mockResolvedValue();
  let nowMs = 0;
  jest.spyOn(WaitingClock.prototype, 'monotonicMs').mockImplementation(() => (nowMs += 5_000));
  expect(await run(['--once'])).toBe(0);
  expect(output).toBe('Another collector is running on this database, so there is nothing to do.\n');
  jest.restoreAllMocks();
  await database.client.query('DELETE FROM collector_leases');
  const leaseEnd = async () =>
    (await rowsOf<{ expires_at: Date }>('SELECT l.expires_at FROM collector_leases l'))[0]?.expires_at ?? new Date(0);
  let isRenewed = false;
  const originalFetch = twitch.fetch;
  Object.assign(twitch, {
    fetch: async (url: string, init: RequestInit) => {
      if (url.includes('followers') && !isRenewed) {
        const firstEnd = await leaseEnd();
        await until(async () => (await leaseEnd()) > firstEnd);
        isRenewed = true;
      }
      return originalFetch(url, init);
    },
  });
  expect(await run(['--once'])).toBe(0);
  expect(isRenewed).toBe(true);
  expect(await rowsOf('SELECT FROM collector_leases')).toEqual([]);
});

it('stores nothing with --once, and exits with 1, if the names cannot be looked up', async () => {
  // Skips the delays between attempts.
  jest
    .spyOn(WaitingClock.prototype, 'sleep')
    .mockImplementation((ms, signal) => (ms < 10_000 ? Promise.resolve() : sleep(ms, signal)));
  Object.assign(twitch, { fetch: () => Promise.resolve(new Response('<html>', { status: 200 })) });
  expect(await run(['--once'])).toBe(1);
  expect(await rowsOf('SELECT FROM collector_sweeps UNION ALL SELECT FROM sweep_totals')).toEqual([]);
  expect(await rowsOf('SELECT f.platform FROM collector_failures f')).toEqual([{ platform: 'twitch' }]);
});

it('stores nothing with --once, and exits with 0, if no name exists', async () => {
  expect(await run(['--once'], { COLLECT_LOGINS: 'nobody,nobody_else' })).toBe(0);
  expect(await rowsOf('SELECT FROM collector_sweeps UNION ALL SELECT FROM sweep_totals')).toEqual([]);
  expect(await rowsOf('SELECT FROM collector_failures')).toEqual([]);
});

it('watches although the port of its metrics is in use, and opens the port when it is free', async () => {
  const port = await freePort();
  const other = createServer().listen(port);
  await once(other, 'listening');
  jest
    .spyOn(WaitingClock.prototype, 'sleep')
    .mockImplementation((ms, signal) => sleep(ms === 20_000 ? 50 : ms, signal));
  const running = start([], { COLLECT_METRICS_PORT: String(port), COLLECT_EVERY: '1s' });
  await until(async () => (await rowsOf('SELECT FROM collector_sweeps')).length > 0);
  await promisify(other.close.bind(other))();
  await until(() =>
    fetch(`http://127.0.0.1:${port}/ready`).then(
      ({ status }) => status === 200,
      () => false,
    ),
  );
  expect(await running.stop()).toBe(0);
  await expect(fetch(`http://127.0.0.1:${port}/ready`)).rejects.toThrow();
});

it('exits with 130 when --once is interrupted, and keeps its observations', async () => {
  const originalFetch = twitch.fetch;
  Object.assign(twitch, {
    fetch: (url: string, init: RequestInit) => {
      if (url.includes('followers')) void running.stop();
      return originalFetch(url, init);
    },
  });
  const running = start(['--once']);
  expect(await running.ended).toBe(130);
  expect(running.errors).toBe('Interrupted.\n');
  expect(readdirSync(spool)).not.toEqual([]);
});

it('finishes storing the current piece when it is stopped, and exits with 0', async () => {
  await database.client.query('BEGIN');
  await lockImports(database.client, () => {});
  const running = start([]);
  await until(async () => (await waitingSessions(database.client)).length === 1);
  const stopped = running.stop();
  expect(await waitingSessions(database.client)).toHaveLength(1);
  await database.client.query('ROLLBACK');
  expect(await stopped).toBe(0);
  expect(running.errors).toBe('');
  // The names are the first piece. The rest waits for the next collector.
  expect(await rowsOf('SELECT FROM streamers')).toHaveLength(5);
  expect(existsSync(path.join(spool, 'pid'))).toBe(false);
});
