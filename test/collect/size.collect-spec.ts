import { Client } from 'pg';
import { RandomNumbers } from '../support/random-numbers.js';
import { createTestDatabase, TestDatabase } from '../support/test-database.js';
import { MisbehavingTwitch } from '../support/twitch/misbehaving-twitch.js';
import { SimulatedClock } from '../support/twitch/simulated-clock.js';
import { World } from '../support/twitch/world.js';
import { CollectStore } from '../../src/commands/collect/collect-store.js';
import { OwnerSession } from '../../src/commands/collect/owner-session.js';
import { saveObservation } from '../../src/commands/collect/save-observation.js';
import { sweep } from '../../src/commands/collect/sweep.js';
import { Twitch } from '../../src/commands/collect/twitch/twitch.js';

const channels = Number(process.env.COLLECT_LIVE ?? 100_000);
const sweeps = Number(process.env.COLLECT_SWEEPS ?? 3);
/** How many streams there are already, which ended before. */
const endedStreams = Number(process.env.COLLECT_ENDED ?? 0);
const everyMs = Number(process.env.COLLECT_MINUTES ?? 2) * 60_000;
/** Nobody publishes how often titles change. */
const titleHoldsMs = Number(process.env.COLLECT_TITLE_MINUTES ?? 120) * 60_000;
const from = Date.UTC(2026, 2, 2);

let database: TestDatabase;
let session: OwnerSession;
let store: CollectStore;

beforeAll(async () => {
  database = await createTestDatabase();
  session = new OwnerSession(database.url);
  store = new CollectStore(database.url, 'twitch');
  await withClient((client) => client.query(storeEnded));
}, 600_000);

afterAll(async () => {
  session.end();
  store.end();
  await database.drop();
});

/** Sorting 100,000 streams for each page would be the work of the test, not of the collector. */
class StillWorld extends World {
  private readonly sorted = super.live(this.options.from);

  override live() {
    return this.sorted;
  }
}

it('sweeps all live channels within the budget, at a cost that stays the same', async () => {
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
    const cpuSeconds = sum(process.cpuUsage(cpu)) / 1e6;
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
    // As autovacuum does, which tests have none of, until the next sweep.
    await withClient((client) => client.query('VACUUM ANALYZE'));
  }
  expect(simulated.refusedForPoints).toBe(0);
  await expectSamples(sweeps);
}, 3_600_000);

function sum({ user, system }: NodeJS.CpuUsage): number {
  return user + system;
}

async function expectSamples(count: number): Promise<void> {
  const { rows } = await withClient((client) =>
    client.query<{ sweeps: string }>('SELECT count(DISTINCT v.created_at) AS sweeps FROM viewer_samples v'),
  );
  expect(Number(rows[0]?.sweeps)).toBe(count);
}

async function withClient<Result>(action: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    return await action(client);
  } finally {
    await client.end();
  }
}

/** What sweeps have left of streams of three hours, six of each channel. */
const storeEnded = `
  INSERT INTO streamers (id, login, display_name)
  SELECT 900000000 + n, 'ended' || n, 'Ended' || n FROM generate_series(1, ${endedStreams / 6}) n;
  INSERT INTO sighted_streamers (streamer_id, named_at, named_as, login_at, login_as)
  SELECT c.id, '2026-02-28Z', c.display_name, '2026-02-28Z', c.login FROM streamers c;
  INSERT INTO sighted_logins (login, streamer_id, seen_at) SELECT c.login, c.id, '2026-02-28Z' FROM streamers c;
  INSERT INTO streams (id, streamer_id, started_at, ended_at, title, game_name, tags, updated_at, avg_viewers, peak_viewers, watchtime,
    figures_from_samples, first_sampled_at, last_sampled_at, last_viewers, sample_count, largest_gap_seconds)
  SELECT 8000000000 + n, 900000001 + n % ${Math.max(endedStreams / 6, 1)}, m.start, m.start + interval '3 hours', 'Title of stream ' || n, 'Game ' || n % 500,
    ARRAY['English', 'Chill'], m.start + interval '3 hours', 20, 30, 3600, TRUE, m.start, m.start + interval '3 hours', 20, 18, 600
  FROM generate_series(1, ${endedStreams - (endedStreams % 6)}) n
  CROSS JOIN LATERAL (SELECT timestamptz '2026-02-01Z' + n * interval '0.1 second' AS start) m;
  INSERT INTO sighted_streams (stream_id, seen_at, seen_as, is_open)
  SELECT s.id, s.ended_at, '0000000000000020' || md5(s.id::text), FALSE FROM streams s;
  INSERT INTO stream_changes (stream_id, created_at, title, game_name, tags)
  SELECT s.id, s.started_at, s.title, s.game_name, s.tags FROM streams s;
  ANALYZE`;
