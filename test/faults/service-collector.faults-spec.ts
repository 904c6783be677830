import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { SeededRandom } from '../../demo/seeded-random.js';
import { MisbehavingTwitch } from '../../demo/twitch/misbehaving-twitch.js';
import { RealClock } from '../../demo/twitch/real-clock.js';
import { TwitchServer } from '../../demo/twitch/twitch-server.js';
import { World } from '../../demo/twitch/world.js';
import { databaseWhileTesting } from '../support/database/test-database.js';
import { Service } from '../support/http/service.js';
import { openPage, wordsOf } from '../support/pages/markup.js';
import { runCommand } from '../support/programs/run-command.js';
import { until } from '../support/until.js';

const database = databaseWhileTesting();
const hour = 3_600_000;
let folder: string;
let spool: string;
let twitch: TwitchServer;
let settings: Record<string, string>;
let services: Service[];

beforeEach(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'service-collector-'));
  spool = path.join(folder, 'collect.spool');
  const from = Date.now() - hour;
  const world = new World({ seed: 1, channels: 3, from, to: from + 6 * hour, isAlwaysLive: true });
  const platform = new MisbehavingTwitch({ world, clock: new RealClock(), random: new SeededRandom(1) });
  twitch = await TwitchServer.start(platform);
  const names = world.channels.map((channel) => world.loginOf(channel, Date.now())).join();
  settings = {
    ...twitch.environment(platform),
    COLLECT_LOGINS: names,
    COLLECT_SPOOL: spool,
    COLLECT_EVERY: '1s',
    CACHE_TTL_SECONDS: '0',
  };
  services = [];
});

afterEach(async () => {
  for (const service of services) await service.stop();
  await twitch.stop();
  rmSync(folder, { recursive: true });
});

async function start(env: Record<string, string | undefined> = {}): Promise<Service> {
  const service = await Service.start({ DATABASE_URL: database.url, COLLECT: 'on', ...settings, ...env });
  services.push(service);
  return service;
}

const lock = () => readFileSync(path.join(spool, 'pid'), 'utf8');
const hasLogged = (service: Service, message: string) => service.log.some(({ msg }) => msg.startsWith(message));
const collectorOf = (service: Service) => service.log.find(({ msg }) => msg === 'Listening')?.collector;
const runCollect = (...args: string[]) =>
  runCommand(database.url, ['collect', ...args], { env: { ...settings, LOG_LEVEL: 'silent' } });

/** Opens a page of a service. */
async function read(service: Service, target: string): Promise<string> {
  const get = async (to: string, headers: Record<string, string>) => {
    const response = await fetch(`http://127.0.0.1:${service.port}${to}`, { headers });
    return { status: response.status, text: await response.text() };
  };
  return wordsOf((await openPage({ get }, target)).querySelector('main'));
}

it('collects in a child process, which is restarted, and ends with the service', async () => {
  const service = await start();
  expect(collectorOf(service)).toBe('in a child process');
  await until(() => hasLogged(service, 'Watching'));
  expect(service.log.find(({ msg }) => msg === 'Collecting')).toMatchObject({ from: 'collect', channels: 3 });
  for (const args of [[], ['--once']]) {
    const { code, output } = await runCollect(...args);
    expect([code, output]).toEqual([0, expect.stringContaining('The service already collects')]);
  }
  expect((await runCollect('--dry-run')).output).toContain('Live: 3 streams.');
  const [pid = '', word] = lock().split(' ');
  expect(word).toBe('service');
  process.kill(Number(pid), 'SIGKILL');
  await until(() => hasLogged(service, 'The collector ended and will be restarted'));
  await until(() => service.log.filter(({ msg }) => msg === 'Watching').length === 2);
  expect(lock()).not.toBe(`${pid} service`);
  expect(service.process.kill('SIGTERM')).toBe(true);
  expect(await service.exited).toBe(0);
  expect(existsSync(path.join(spool, 'pid'))).toBe(false);
  const { rows } = await database.client.query('SELECT l.holder FROM collector_leases l LIMIT 1');
  expect(rows).toEqual([]);
});

it.each<[string, Record<string, string | undefined>, ...string[]]>([
  ['refused credentials', { TWITCH_CLIENT_SECRET: 'wrong' }, 'Twitch', 'TWITCH_CLIENT_SECRET'],
  ['a missing secret', { TWITCH_CLIENT_SECRET: undefined }, 'TWITCH_CLIENT_SECRET must be set.', 'must be set'],
  ['an invalid setting', { COLLECT_EVERY: '1' }, 'COLLECT_EVERY is "1", but must be a duration', 'COLLECT_EVERY'],
])('ends after %s, and the first steps show why', async (_case, env, ...texts) => {
  const service = await start(env);
  const message = 'The collector ended: correct its settings';
  await until(() => hasLogged(service, message));
  const reason = service.log.find(({ msg }) => msg.startsWith(message))?.reason;
  const page = await read(service, '/');
  for (const text of texts) {
    expect(reason).toContain(text);
    expect(page).toMatch(new RegExp(`The service collects\\..*The collector ended: .*${text}`));
  }
  expect(page).not.toContain('127.0.0.1');
  expect(page).not.toContain('The last sweep');
  expect((await service.get('/v1/health/ready')).status).toBe(200);
  // Longer than the pause before a restart.
  await new Promise((resolve) => setTimeout(resolve, 12_000));
  expect(service.log.filter(({ msg }) => msg.startsWith(message))).toHaveLength(1);
  expect(existsSync(path.join(spool, 'pid'))).toBe(false);
});

it('waits while another collector uses the spool', async () => {
  mkdirSync(spool);
  writeFileSync(path.join(spool, 'pid'), String(process.pid));
  const service = await start();
  await until(() => hasLogged(service, 'Another collector uses the spool'));
  rmSync(path.join(spool, 'pid'));
  await until(() => hasLogged(service, 'Watching'));
});

it.each([
  ['COLLECT is off', { COLLECT: 'off' }, 'none'],
  [
    'there are no channels to watch',
    { COLLECT_LOGINS: '' },
    expect.stringContaining('none: credentials, COLLECT_LOGINS'),
  ],
  ['there are no credentials', { TWITCH_CLIENT_ID: '' }, expect.stringContaining('none: ')],
])('does not collect if %s', async (_case, env, collector) => {
  const service = await start(env);
  expect(collectorOf(service)).toEqual(collector);
  expect(await read(service, '/')).not.toContain('The service collects.');
  const { pid } = service.process;
  expect(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')).toBe('');
});
