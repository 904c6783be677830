import { RandomNumbers } from '../support/random-numbers.js';
import { createTestDatabase, TestDatabase } from '../support/test-database.js';
import { MisbehavingTwitch } from '../support/twitch/misbehaving-twitch.js';
import { SimulatedClock } from '../support/twitch/simulated-clock.js';
import { World } from '../support/twitch/world.js';
import { CollectStore } from '../../src/collect/collect-store.js';
import { OwnerSession } from '../../src/collect/owner-session.js';
import { saveObservation } from '../../src/collect/spool/save-observation.js';
import { sweep } from '../../src/collect/sweeps/sweep.js';
import { Twitch } from '../../src/collect/platforms/twitch/twitch.js';
import { withOwner } from '../../src/database/owner-client.js';

const channels = Number(process.env.COLLECT_LIVE ?? 100_000);
const sweeps = Number(process.env.COLLECT_SWEEPS ?? 3);
const everyMs = Number(process.env.COLLECT_MINUTES ?? 2) * 60_000;
/** An assumption: no published figure shows how often titles change. */
const titleHoldsMs = Number(process.env.COLLECT_TITLE_MINUTES ?? 120) * 60_000;
const from = Date.UTC(2026, 2, 2);

let database: TestDatabase;
let session: OwnerSession;
let store: CollectStore;

beforeAll(async () => {
  database = await createTestDatabase();
  session = new OwnerSession(database.url);
  store = new CollectStore(database.url, 'twitch');
});

afterAll(async () => {
  session.end();
  store.end();
  await database.drop();
});

/** Sorts the streams only once, because sorting 100,000 streams per page would dominate the measurement. */
class StillWorld extends World {
  private readonly sorted = super.live(this.options.from);

  override live() {
    return this.sorted;
  }
}

it('sweeps all live channels within the request budget, and logs the cost of each sweep', async () => {
  const clock = new SimulatedClock(from);
  const world = new StillWorld({ seed: 1, channels, from, to: from + 86_400_000, isAlwaysLive: true, titleHoldsMs });
  const random = new RandomNumbers(1);
  const simulated = new MisbehavingTwitch({ world, clock, random, latencyMs: 40 });
  const credentials = { clientId: simulated.clientId, clientSecret: simulated.clientSecret };
  const urls = { apiUrl: 'https://api.example.com/helix', authUrl: 'https://id.example.com/oauth2' };
  const twitch = new Twitch({ ...credentials, ...urls, fetch: simulated.fetch, clock, random: () => 0.5 });
  const never = new AbortController().signal;
  for (let index = 0; index < sweeps; index++) {
    await clock.runUntil(from + index * everyMs);
    const [requestsBefore, at] = [simulated.requests, clock.monotonicMs()];
    const listStart = performance.now();
    const { importId } = await store.findNewest();
    const open = await store.listOpen();
    const listedInSeconds = (performance.now() - listStart) / 1e3;
    const cpu = process.cpuUsage();
    const running = sweep(twitch, { minViewers: 5, open, knownImport: importId }, () => clock.now(), never);
    await Promise.race([running, clock.runUntil(at + everyMs)]);
    const done = await running;
    const { user, system } = process.cpuUsage(cpu);
    const cpuSeconds = (user + system) / 1e6;
    const bytes = done.observation.pieces.reduce((total, piece) => total + piece.length, 0);
    const start = performance.now();
    await saveObservation(session, 'twitch', done.observation);
    console.log({
      sweep: index,
      streams: done.streams.size,
      requests: simulated.requests - requestsBefore,
      refusedForPoints: simulated.refusedForPoints,
      cpuSecondsOfSweepAndTwitch: cpuSeconds,
      megabytes: bytes / 1e6,
      residentMegabytes: process.memoryUsage.rss() / 1e6,
      listedInSeconds,
      storedInSeconds: (performance.now() - start) / 1e3,
    });
    expect(done.observation.head.isComplete).toBe(true);
    expect(done.streams.size).toBeGreaterThan(channels * 0.6);
    // Replaces autovacuum, which is off in tests.
    await query('VACUUM ANALYZE');
  }
  expect(simulated.refusedForPoints).toBe(0);
  const stored = await query('SELECT count(DISTINCT v.created_at)::int AS sweeps FROM viewer_samples v');
  expect(stored).toEqual([{ sweeps }]);
}, 3_600_000);

const query = (sql: string): Promise<unknown[]> =>
  withOwner(database.url, async (client) => (await client.query(sql)).rows as unknown[]);
