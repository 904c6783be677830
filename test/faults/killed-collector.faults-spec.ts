import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { withOwner } from '../../src/database/owner-client.js';
import { CliProcess } from '../support/programs/cli-process.js';
import { faultSeed, kills } from '../support/database/fault-settings.js';
import { SeededRandom } from '../../demo/seeded-random.js';
import { createTestDatabase, TestDatabase } from '../support/database/test-database.js';
import { compareWithTruth } from '../support/twitch/compare-with-truth.js';
import { MisbehavingTwitch } from '../../demo/twitch/misbehaving-twitch.js';
import { RealClock } from '../../demo/twitch/real-clock.js';
import { LoggedSweep } from '../support/twitch/simulation.js';
import { TwitchServer } from '../../demo/twitch/twitch-server.js';
import { World } from '../../demo/twitch/world.js';
import { until } from '../support/until.js';

const hour = 3_600_000;
const names = ['one', 'two'] as const;
/** The collector ends a sweep after a minute. */
const maxSweepMs = 60_000;

describe('two collectors of one database that are killed at random moments', () => {
  let database: TestDatabase;
  let folder: string;
  let twitch: MisbehavingTwitch;
  let server: TwitchServer;
  let world: World;

  beforeAll(async () => {
    console.log(`FAULT_SEED=${faultSeed}`);
    folder = mkdtempSync(path.join(os.tmpdir(), 'streaming-analytics-collect-'));
    database = await createTestDatabase();
    const from = Date.now() - hour;
    world = new World({ seed: faultSeed, channels: 60, from, to: from + 6 * hour });
    const random = new SeededRandom(faultSeed);
    const faults = ['error500', 'cutBody', 'reset', 'html'] as const;
    twitch = new MisbehavingTwitch({ world, clock: new RealClock(), random, faultShare: 0.03, faults });
    server = await TwitchServer.start(twitch);
  });

  afterAll(async () => {
    await server.stop();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  function environmentOf(name: string): Record<string, string> {
    const logins = world.channels.map((channel) => world.loginOf(channel, Date.now())).join(',');
    const spool = path.join(folder, `${name}.spool`);
    const settings = { COLLECT_LOGINS: logins, COLLECT_EVERY: '1s', COLLECT_SPOOL: spool, LOG_LEVEL: 'info' };
    return { ...server.environment(twitch), ...settings };
  }

  const start = (name: string) => CliProcess.start(database.url, ['collect'], folder, environmentOf(name));

  async function killed(collector: CliProcess): Promise<string> {
    collector.process.kill('SIGKILL');
    await collector.ended;
    return collector.output + collector.errors;
  }

  it(
    'lose no finished sweep, store nothing twice, and end no live stream',
    async () => {
      const random = new SeededRandom(faultSeed);
      const running = { one: start('one'), two: start('two') };
      let log = '';
      for (let i = 0; i < kills; i++) {
        await sleep(random.integer(200, 4_000));
        const name = random.pick(names);
        log += await killed(running[name]);
        running[name] = start(name);
      }
      await untilSwept(database.url, new Date());
      for (const name of names) {
        log += await killed(running[name]);
      }
      // Waits until the sweeps in both spools are stored, and the last lease has expired.
      for (const name of names) log += await CliProcess.run(database.url, ['collect', '--once'], environmentOf(name));

      const sweeps = await withUnlogged(database.url, loggedSweeps(log));
      const { differences, streams, samples } = await compareWithTruth(database.url, world, sweeps);
      expect(differences).toEqual([]);
      expect(streams).toBeGreaterThan(5);
      expect(samples).toBeGreaterThan(streams);
    },
    300_000 + kills * 30_000,
  );
});

/** Waits until a sweep that started after a moment is stored. */
async function untilSwept(url: string, after: Date): Promise<void> {
  await withOwner(url, (client) =>
    until(
      async () => (await client.query('SELECT FROM collector_sweeps c WHERE c.swept_at > $1', [after])).rows.length > 0,
      () => 'No collector swept within a minute after the last kill.',
    ),
  );
}

function loggedSweeps(log: string): LoggedSweep[] {
  return log.split('\n').flatMap((line) => {
    const isWhole = line.startsWith('{') && line.endsWith('}');
    const { at, isComplete, ms } = (isWhole ? JSON.parse(line) : {}) as Record<string, unknown>;
    if (typeof at !== 'string' || typeof isComplete !== 'boolean') return [];
    return [{ at: Date.parse(at), until: Date.parse(at) + Number(ms), isComplete }];
  });
}

/** A collector may be killed after storing a sweep and before logging it. */
async function withUnlogged(url: string, sweeps: readonly LoggedSweep[]): Promise<LoggedSweep[]> {
  const known = new Set(sweeps.map(({ at }) => at));
  const stored = await withOwner(url, async (client) => {
    const { rows } = await client.query<{ at: Date }>('SELECT DISTINCT v.created_at AS at FROM viewer_samples v');
    return rows.map(({ at }) => at.getTime());
  });
  const unlogged = stored.filter((at) => !known.has(at));
  return [...sweeps, ...unlogged.map((at) => ({ at, until: at + maxSweepMs, isComplete: false }))];
}
