import { PlatformName } from '../../src/config/platforms.js';
import { readLogins } from '../../src/config/collect-config.js';
import { withOwner } from '../../src/database/owner-client.js';
import { SeededRandom } from '../../demo/seeded-random.js';
import { MisbehavingKick, slugOf } from '../../demo/kick/misbehaving-kick.js';
import { MisbehavingTwitch } from '../../demo/twitch/misbehaving-twitch.js';
import { World } from '../../demo/twitch/world.js';
import { createTestDatabase, TestDatabase } from '../support/database/test-database.js';
import { compareTotals } from '../support/twitch/compare-totals.js';
import { compareWithTruth } from '../support/twitch/compare-with-truth.js';
import { SimulatedClock } from '../support/twitch/simulated-clock.js';
import { Simulation } from '../support/twitch/simulation.js';

const minute = 60_000;
const hour = 60 * minute;

const seeds = Number(process.env.COLLECT_SEEDS ?? 2);
const hours = Number(process.env.COLLECT_HOURS ?? 12);
const channels = Number(process.env.COLLECT_CHANNELS ?? 40);
const everyMs = Number(process.env.COLLECT_MINUTES ?? 5) * minute;
const kills = Number(process.env.COLLECT_KILLS ?? 8);
const outages = Number(process.env.COLLECT_OUTAGES ?? 4);

const from = Date.UTC(2026, 6, 1);
const to = from + hours * hour;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterEach(() => database.empty());

afterAll(() => database.drop());

function set(seed: number, isWhole: boolean) {
  const clock = new SimulatedClock(from);
  const random = new SeededRandom(seed);
  const faults = { faultShare: 0.05, hasBreaks: true, tokenSeconds: 40_000, clock, random };
  // Both platforms have the same IDs and names of channels.
  const worlds = [0, 1].map((index) => new World({ seed: seed + 100 * index, channels, from, to })) as [World, World];
  const kick = new MisbehavingKick({ world: worlds[1], ...faults, maxPage: 20 });
  const simulate = (platform: PlatformName, twitch: MisbehavingTwitch | MisbehavingKick, world: World) => {
    const names = world.channels.map((channel) => world.loginOf(channel, from));
    const listed = platform === 'kick' ? names.map((name) => `kick:${slugOf(name)}`) : names;
    const config = { logins: isWhole ? undefined : readLogins(listed.join()), everyMs };
    return {
      platform,
      world,
      simulation: new Simulation({ clock, twitch, platform, databaseUrl: database.url, config }),
    };
  };
  const twitch = new MisbehavingTwitch({ world: worlds[0], ...faults });
  return { clock, random, kick, both: [simulate('twitch', twitch, worlds[0]), simulate('kick', kick, worlds[1])] };
}

type Sides = ReturnType<typeof set>['both'];

async function expectTruth(both: Sides, minViewers: number): Promise<void> {
  let total = 0;
  for (const { platform, world, simulation } of both) {
    const { sweeps } = simulation;
    const compared = await compareWithTruth(database.url, world, sweeps, { minViewers, platform });
    const complete = sweeps.filter(({ isComplete }) => isComplete).length;
    console.log(
      `${platform}: ${compared.streams} streams, ${compared.samples} samples, ${complete} of ${sweeps.length} sweeps complete`,
    );
    expect([platform, compared.differences.slice(0, 20)]).toEqual([platform, []]);
    expect(compared.streams).toBeGreaterThan(channels / 2);
    const totals = await compareTotals(database.url, world, sweeps, new Date(to + hour), platform);
    expect([platform, totals.differences]).toEqual([platform, []]);
    expect(totals.totals).toBeGreaterThan(hours);
    total += compared.streams;
  }
  const { rows } = await withOwner(database.url, (client) =>
    client.query('SELECT count(*)::int AS total FROM streams'),
  );
  expect(rows).toEqual([{ total }]);
}

const cases = Array.from({ length: seeds }, (_, index) => ({ seed: index + 1, isWhole: index % 2 === 1 }));

it.each(cases)(
  'stores correct data of both platforms while collectors are killed and the database is stopped: $seed (whole platforms: $isWhole)',
  async ({ seed, isWhole }) => {
    const { clock, random, kick, both } = set(seed, isWhole);
    // Kick's token endpoint may be away at the start. Names of a list are looked up before channels are renamed.
    kick.hasTokenOutage = isWhole;
    try {
      const processes = [];
      for (const { simulation } of both)
        for (const name of ['one', 'two']) processes.push({ simulation, name, process: await simulation.start(name) });
      await clock.runUntil(from + 20 * minute);
      kick.hasTokenOutage = false;
      const moments = (count: number) =>
        Array.from({ length: count }, () => random.integer(from + 30 * minute, to - hour));
      const events = [
        ...moments(kills).map((at) => ({ at, what: 'kill' as const })),
        ...moments(outages).flatMap((at) => [
          { at, what: 'stop' as const },
          { at: at + random.integer(10, 600) * 1_000, what: 'start' as const },
        ]),
      ].sort((a, b) => a.at - b.at);
      let stopped = 0;
      for (const { at, what } of events) {
        const victim = random.pick(processes);
        if (what === 'kill' && random.chance(0.5)) {
          await clock.runUntil(Math.max(at - everyMs - 1_000, clock.monotonicMs()));
          victim.process.diesInSaveMs = random.integer(0, 60);
        }
        await clock.runUntil(at);
        if (what === 'kill') {
          await victim.simulation.kill(victim.process);
          victim.process = await victim.simulation.start(victim.name);
        }
        stopped += { kill: 0, stop: 1, start: -1 }[what];
        for (const { simulation } of both) simulation.setDatabase(stopped === 0);
      }
      await clock.runUntil(to);
      await expectTruth(both, isWhole ? 5 : 0);
    } finally {
      for (const { simulation } of both) await simulation.stop();
    }
  },
  hour,
);
