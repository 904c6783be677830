import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { SeededRandom } from '../../demo/seeded-random.js';
import { MisbehavingTwitch } from '../../demo/twitch/misbehaving-twitch.js';
import { RealClock } from '../../demo/twitch/real-clock.js';
import { TwitchServer } from '../../demo/twitch/twitch-server.js';
import { World } from '../../demo/twitch/world.js';
import { createSeededDatabase } from '../support/database/seeded-database.js';
import { createTestDatabase, TestDatabase } from '../support/database/test-database.js';
import { ConnectProxy } from '../support/http/connect-proxy.js';
import { buildProduct } from '../support/http/service.js';
import { CliProcess } from '../support/programs/cli-process.js';
import { listCommands } from '../support/programs/run-command.js';
import { until } from '../support/until.js';

/*
 * Each command once as a process of its own, and with it what only a process has: a .env file, standard input, signals, uncaught
 * errors, limits. Other tests of commands run them with runCommand.
 */

let seeded: TestDatabase;
let empty: TestDatabase;
let folder: string;

beforeAll(() => buildProduct());

beforeAll(async () => {
  seeded = await createSeededDatabase();
  empty = await createTestDatabase();
  folder = mkdtempSync(path.join(os.tmpdir(), 'command-processes-'));
});

afterAll(async () => {
  await seeded.drop();
  await empty.drop();
  rmSync(folder, { recursive: true });
});

const inFolder = (name: string) => path.join(folder, name);

/** Runs a command with code that starts when the command handles uncaught errors. */
async function expectUncaught(fault: string, args: string[]): Promise<void> {
  const code = `process.on('newListener', (name) => name === 'uncaughtException' && setImmediate(() => { ${fault} }));`;
  const options = `--import=data:text/javascript,${encodeURIComponent(code)}`;
  const command = CliProcess.start(seeded.url, args, folder, { NODE_OPTIONS: options });
  expect([await command.ended, command.output]).toEqual([70, '']);
  expect(JSON.parse(command.errors)).toMatchObject({
    level: 'fatal',
    msg: 'Ending after an uncaught error',
    time: expect.stringMatching(/Z$/),
  });
  expect(command.errors).toContain('from inside');
}

const cases: Record<string, [does: string, test: () => Promise<void>]> = {
  prepare: [
    'reads .env of the current folder',
    async () => {
      writeFileSync(inFolder('.env'), 'COMMAND_PREFIX=docker compose run --rm api\nPORT=3001\n');
      const command = CliProcess.start(empty.url, ['prepare'], folder, { PORT: '3002' });
      expect(await command.ended).toBe(0);
      rmSync(inFolder('.env'));
      expect(command.output).toContain('Run "docker compose run --rm api import FOLDER"');
      expect(command.output).toContain('http://localhost:3002/v1/leaderboard');
    },
  ],
  imports: ['ends after an exception', () => expectUncaught('throw new Error("from inside")', ['imports'])],
  refresh: [
    'ends after a rejection',
    () => expectUncaught('void Promise.reject(new Error("from inside"))', ['refresh']),
  ],
  seed: [
    'exits with 2 for invalid usage, and writes to standard error',
    async () => {
      const command = CliProcess.start(empty.url, ['seed', '--removed'], folder);
      expect(await command.ended).toBe(2);
      expect(command.output).toBe('');
      expect(command.errors).toContain("unknown option '--removed'");
    },
  ],
  generate: [
    'exits with 2 for an invalid .env',
    async () => {
      writeFileSync(inFolder('.env'), 'nonsense\n');
      const command = CliProcess.start(empty.url, ['generate', '--streamers', '1'], folder);
      expect(await command.ended).toBe(2);
      rmSync(inFolder('.env'));
      expect(command.output + command.errors).toMatch(/^\.env:1: the line cannot be read\./);
    },
  ],
  import: [
    'reads standard input',
    async () => {
      const command = CliProcess.start(seeded.url, ['import', '-', '--kind', 'streamers'], folder);
      command.process.stdin.end('{"id":"987","login":"ann","display_name":"Ann"}\n');
      expect(await command.ended).toBe(0);
      expect(command.output).toMatch(/^streamers +1 +1 /m);
    },
  ],
  export: [
    'exits with 3 if the disk is full, and leaves only previous files',
    async () => {
      writeFileSync(inFolder('mine.txt'), '');
      const before = readdirSync(folder);
      // Room for the small files, and not for the streams.
      const command = CliProcess.startLimited(seeded.url, ['export', 'full'], folder, 60);
      expect(await command.ended).toBe(3);
      expect(command.errors).toContain('EFBIG');
      expect(readdirSync(inFolder('full'))).toEqual([]);
      expect(readdirSync(folder).sort()).toEqual([...before, 'full'].sort());
    },
  ],
  forget: [
    'finishes its work if the reader of its output has ended',
    async () => {
      const command = CliProcess.start(seeded.url, ['forget', '--streamer', 'aurora_plays'], folder);
      command.process.stdout.destroy();
      expect(await command.ended).toBe(0);
      expect(command.errors).toBe('');
    },
  ],
  pack: ['exits with 0', () => expectOutput(['pack'], /^Packed [\d,]+ viewer samples of \d+ streams\.$/m)],
  prune: [
    'ends after an exception that is not an error',
    () => expectUncaught('throw "from inside"', ['prune', '--older-than', '52w', '--dry-run']),
  ],
  backup: [
    'writes to the current folder',
    async () => {
      await expectOutput(['backup', 'saved.gz'], /^Wrote \d+ tables to saved\.gz, [\d,]+ bytes\.\n$/);
      expect(existsSync(inFolder('saved.gz'))).toBe(true);
    },
  ],
  restore: [
    'exits with 1 for invalid data',
    async () => {
      writeFileSync(inFolder('damaged.gz'), '');
      const command = CliProcess.start(empty.url, ['restore', 'damaged.gz'], folder);
      expect(await command.ended).toBe(1);
      expect(command.errors).toMatch(/^damaged\.gz cannot be restored: /);
    },
  ],
  migrate: [
    'ends on SIGINT with 130',
    async () => {
      const blocker = new Client({ connectionString: empty.url });
      await blocker.connect();
      await blocker.query('SELECT pg_advisory_lock(7204061001)');
      const command = CliProcess.start(empty.url, ['migrate'], folder);
      const sessions = `SELECT FROM pg_stat_activity a WHERE a.application_name = 'streaming-analytics migrate'`;
      await until(async () => (await blocker.query(sessions)).rowCount !== 0);
      command.process.kill('SIGINT');
      expect(await command.ended).toBe(130);
      expect(command.errors).toContain('Interrupted. The current migration is not complete.');
      await blocker.end();
    },
  ],
  webhooks: [
    'ends on SIGTERM with 0',
    async () => {
      writeFileSync(inFolder('webhooks.json'), '[]');
      const command = CliProcess.start(seeded.url, ['webhooks'], folder, { WEBHOOKS: '@webhooks.json' });
      await until(() => command.output.includes('Read the targets of webhooks'));
      command.process.kill('SIGTERM');
      expect(await command.ended).toBe(0);
      expect(command.errors).toBe('');
    },
  ],
  collect: [
    'reaches Twitch through a proxy, except hosts in NO_PROXY',
    async () => {
      const from = Date.now() - 3_600_000;
      const world = new World({ seed: 1, channels: 5, from, to: from + 6 * 3_600_000, isAlwaysLive: true });
      const twitch = new MisbehavingTwitch({ world, clock: new RealClock(), random: new SeededRandom(1) });
      const server = await TwitchServer.start(twitch);
      const proxy = await ConnectProxy.start(() => server.port);
      const env = {
        ...server.environment(twitch),
        COLLECT_LOGINS: world.channels.map((channel) => world.loginOf(channel, Date.now())).join(),
        TWITCH_API_URL: 'http://api.twitch.invalid/helix',
        ...{ HTTP_PROXY: proxy.url, NO_PROXY: '127.0.0.1' },
      };
      const command = CliProcess.start(seeded.url, ['collect', '--dry-run'], folder, env);
      expect(await command.ended).toBe(0);
      expect(command.output).toContain('Live: 5 streams.');
      expect(new Set(proxy.requested)).toEqual(new Set(['api.twitch.invalid']));
      proxy.stop();
      await server.stop();
    },
  ],
};

async function expectOutput(args: string[], output: RegExp): Promise<void> {
  const command = CliProcess.start(seeded.url, args, folder);
  expect(await command.ended).toBe(0);
  expect(command.output).toMatch(output);
}

it.each(Object.entries(cases).map(([name, [does, test]]) => [name, does, test] as const))(
  'the process of %s %s',
  (_name, _does, test) => test(),
);

it('each command has a process above', () => {
  expect(Object.keys(cases).sort()).toEqual(listCommands().sort());
});
