import { readLogins } from '../../src/config/collect-config.js';
import { SeededRandom } from '../../demo/seeded-random.js';
import { createTestDatabase, TestDatabase } from '../support/database/test-database.js';
import { compareTotals } from '../support/twitch/compare-totals.js';
import { compareWithTruth } from '../support/twitch/compare-with-truth.js';
import { MisbehavingTwitch } from '../../demo/twitch/misbehaving-twitch.js';
import { SimulatedClock } from '../support/twitch/simulated-clock.js';
import { Simulation } from '../support/twitch/simulation.js';
import { World } from '../../demo/twitch/world.js';

const minute = 60_000;
const hour = 60 * minute;

const seeds = Number(process.env.COLLECT_SEEDS ?? 20);
const hours = Number(process.env.COLLECT_HOURS ?? 168);
const channels = Number(process.env.COLLECT_CHANNELS ?? 200);
const everyMs = Number(process.env.COLLECT_MINUTES ?? 5) * minute;
const kills = Number(process.env.COLLECT_KILLS ?? 50);
const outages = Number(process.env.COLLECT_OUTAGES ?? 20);

/** The week in which daylight saving time starts in Europe. */
const from = Date.UTC(2026, 2, 26);
const to = from + hours * hour;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterEach(() => database.empty());

afterAll(() => database.drop());

function set(seed: number, isWhole: boolean, isAlone: boolean) {
  const clock = new SimulatedClock(from);
  const random = new SeededRandom(seed);
  const world = new World({ seed, channels, from, to });
  const faults = { faultShare: 0.05, hasBreaks: true, tokenSeconds: 40_000 };
  const twitch = new MisbehavingTwitch({ world, clock, random, ...faults });
  const logins = isWhole ? undefined : readLogins(world.channels.map((channel) => world.loginOf(channel, from)).join());
  const config = { logins, everyMs };
  const simulation = new Simulation({ clock, twitch, databaseUrl: database.url, config, isAlone });
  return { clock, random, world, twitch, simulation };
}

async function expectTruth(simulation: Simulation, world: World, minViewers: number): Promise<void> {
  const { differences, streams, samples } = await compareWithTruth(database.url, world, simulation.sweeps, {
    minViewers,
  });
  const complete = simulation.sweeps.filter(({ isComplete }) => isComplete).length;
  console.log(`${streams} streams, ${samples} samples, ${complete} of ${simulation.sweeps.length} sweeps complete`);
  expect(differences.slice(0, 20)).toEqual([]);
  expect(streams).toBeGreaterThan(channels / 2);
  const totals = await compareTotals(database.url, world, simulation.sweeps, new Date(to + hour));
  expect(totals.differences).toEqual([]);
  expect(totals.totals).toBeGreaterThan(hours);
}

const cases = Array.from({ length: seeds }, (_, index) => ({ seed: index + 1, isWhole: index % 4 === 3 }));

it.each(cases)(
  'stores correct data for a week of faults of Twitch: $seed (all of Twitch: $isWhole)',
  async ({ seed, isWhole }) => {
    const { clock, world, simulation } = set(seed, isWhole, true);
    try {
      await simulation.start();
      await clock.runUntil(to);
      await expectTruth(simulation, world, isWhole ? 5 : 0);
    } finally {
      await simulation.stop();
    }
  },
  hour,
);

it.each(cases.slice(0, Math.max(1, Math.floor(seeds / 4))))(
  'stores correct data while two collectors are killed and the database is stopped: $seed (all of Twitch: $isWhole)',
  async ({ seed, isWhole }) => {
    const { clock, random, world, simulation } = set(seed, isWhole, false);
    try {
      const processes = { one: await simulation.start('one'), two: await simulation.start('two') };
      const moments = (count: number) => Array.from({ length: count }, () => random.integer(from + minute, to - hour));
      const events = [
        ...moments(kills).map((at) => ({ at, what: 'kill' as const })),
        ...moments(outages).flatMap((at) => [
          { at, what: 'stop' as const },
          { at: at + random.integer(10, 600) * 1_000, what: 'start' as const },
        ]),
      ].sort((a, b) => a.at - b.at);
      let stopped = 0;
      for (const { at, what } of events) {
        const name = random.pick(['one', 'two'] as const);
        // Kills in the middle of a request, or in the transaction of the previous sweep.
        if (what === 'kill' && random.chance(0.5)) {
          await clock.runUntil(Math.max(at - everyMs - 1_000, clock.monotonicMs()));
          processes[name].diesInSaveMs = random.integer(0, 60);
        }
        await clock.runUntil(at);
        if (what === 'kill') {
          await simulation.kill(processes[name]);
          processes[name] = await simulation.start(name);
        }
        stopped += { kill: 0, stop: 1, start: -1 }[what];
        simulation.setDatabase(stopped === 0);
      }
      await clock.runUntil(to);
      await expectTruth(simulation, world, isWhole ? 5 : 0);
    } finally {
      await simulation.stop();
    }
  },
  hour,
);
