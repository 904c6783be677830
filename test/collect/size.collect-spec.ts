import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pino } from 'pino';
import { FaultCluster } from '../support/database/fault-cluster.js';
import { SeededRandom } from '../../demo/seeded-random.js';
import { makeServerFolder } from '../support/database/server-folder.js';
import { MisbehavingKick } from '../../demo/kick/misbehaving-kick.js';
import { MisbehavingTwitch } from '../../demo/twitch/misbehaving-twitch.js';
import { SimulatedClock } from '../support/twitch/simulated-clock.js';
import { TrueChannel, TrueStream, World } from '../../demo/twitch/world.js';
import { CollectStore } from '../../src/collect/collect-store.js';
import { CollectorState } from '../../src/collect/collector-state.js';
import { Sweep } from '../../src/collect/sweeps/sweep.js';
import { platformClasses } from '../../src/collect/platforms/registry.js';
import { PlatformName } from '../../src/config/platforms.js';
import { isOfPlatform } from '../../src/database/platforms/platform-ids.js';
import { migrateDatabase } from '../../src/database/migrations/migrator.js';
import { Outbox } from '../../src/jobs/webhooks/outbox.js';
import { TargetFile } from '../../src/jobs/webhooks/target-file.js';
import { withOwner } from '../../src/database/owner-client.js';

/** The live channels of each platform. */
const channelsOf = {
  twitch: Number(process.env.COLLECT_LIVE ?? 100_000),
  kick: Number(process.env.COLLECT_LIVE_ON_KICK ?? 20_000),
};
const sweeps = Number(process.env.COLLECT_SWEEPS ?? 3);
const everyMs = Number(process.env.COLLECT_MINUTES ?? 2) * 60_000;
/** An assumption: no published figure shows how often titles change. */
const titleHoldsMs = Number(process.env.COLLECT_TITLE_MINUTES ?? 120) * 60_000;
/** Targets of webhooks, each for as many of the channels, or for all channels if 0. */
const targets = Number(process.env.COLLECT_TARGETS ?? 0);
const streamersOfTarget = Number(process.env.COLLECT_STREAMERS_OF_TARGET ?? 100);
/** The channels that have another stream in each sweep. */
const restarted = Number(process.env.COLLECT_RESTARTED ?? 0);
// Webhooks report no start that is older than an hour.
const from = Math.floor(Date.now() / 60_000) * 60_000 - sweeps * everyMs;

let cluster: FaultCluster;

/** The server of the tests is faster and has no autovacuum. */
const production = { autovacuum: 'on', fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' };

beforeAll(async () => {
  cluster = await FaultCluster.open(makeServerFolder(), production);
  await migrateDatabase(cluster.url);
});

afterAll(() => cluster.stop());

/** Sorts the streams only once, because sorting 100,000 streams per page would dominate the measurement. */
class StillWorld extends World {
  private readonly restarting = new Set(this.channels.slice(0, restarted).map(({ id }) => id));
  private readonly sorted = super.live(this.options.from);

  override live(at: number) {
    return restarted === 0 ? this.sorted : this.sorted.map((stream) => this.atTime(stream, at));
  }

  override liveStream(channel: TrueChannel, at: number) {
    const stream = super.liveStream(channel, at);
    return stream && this.atTime(stream, at);
  }

  private atTime(stream: TrueStream, at: number): TrueStream {
    if (!this.restarting.has(stream.channelId)) return stream;
    const sweep = Math.floor((at - from) / everyMs);
    return { ...stream, id: `${sweep + 1}${stream.id.slice(-11)}`, from: from + sweep * everyMs };
  }
}

const platforms = ['twitch', 'kick'] as const;

function simulate(platform: PlatformName, clock: SimulatedClock) {
  const channels = channelsOf[platform];
  const world = new StillWorld({ seed: 1, channels, from, to: from + 86_400_000, isAlwaysLive: true, titleHoldsMs });
  const options = { world, clock, random: new SeededRandom(1), latencyMs: 40 };
  const simulated = platform === 'kick' ? new MisbehavingKick(options) : new MisbehavingTwitch(options);
  const { clientId, clientSecret, fetch } = simulated;
  const [apiPath, authPath] = platform === 'kick' ? ['', '/oauth'] : ['/helix', '/oauth2'];
  const urls = { apiUrl: `https://api.example.com${apiPath}`, authUrl: `https://id.example.com${authPath}` };
  const [state, logger] = [new CollectorState(), pino({ level: 'silent' })];
  const config = { clientId, clientSecret, ...urls, requestsPerMinute: platform === 'kick' ? 60 : 800 };
  const client = new platformClasses[platform]({ config, fetch, clock, state, logger }, () => clock.now());
  return { simulated, client, world };
}

class TimedOutbox extends Outbox {
  seconds = 0;

  override async write(...args: Parameters<Outbox['write']>): Promise<void> {
    const start = performance.now();
    await super.write(...args);
    this.seconds = (performance.now() - start) / 1e3;
  }
}

/** Writes a file of targets. Nothing sends their messages. */
function openOutbox(world: World): TimedOutbox | undefined {
  if (targets === 0) return undefined;
  const logger = pino({ level: 'silent' });
  const ids = world.channels.map(({ id }) => id);
  const channelsOfTarget = (i: number) => ids.slice(i * streamersOfTarget, (i + 1) * streamersOfTarget);
  const list = Array.from({ length: targets }, (_, i) => ({
    ...{ name: `target-${i}`, url: 'https://example.com', kinds: ['stream.started', 'stream.ended'] },
    ...{ secrets: [`whsec_${Buffer.alloc(32).toString('base64')}`] },
    ...(streamersOfTarget > 0 && { streamers: channelsOfTarget(i) }),
  }));
  const file = path.join(cluster.folder, 'webhooks.json');
  writeFileSync(file, JSON.stringify(list));
  return new TimedOutbox(new TargetFile(file, logger), logger);
}

/** The streams of Twitch are stored when Kick is swept. */
it.each(platforms)(
  'sweeps all live channels of %s within the request budget, and logs the cost of each sweep',
  async (platform) => {
    const clock = new SimulatedClock(from);
    const { simulated, client, world } = simulate(platform, clock);
    const outbox = openOutbox(world);
    const store = new CollectStore(cluster.url, platform, undefined, outbox);
    const never = new AbortController().signal;
    for (let index = 0; index < sweeps; index++) {
      await clock.runUntil(from + index * everyMs);
      const [requestsBefore, at] = [simulated.requests, clock.monotonicMs()];
      const listStart = performance.now();
      const { importId } = await store.findNewest();
      const known = await store.listLive();
      const listedInSeconds = (performance.now() - listStart) / 1e3;
      const cpu = process.cpuUsage();
      const plan = { minViewers: 5, known, knownImport: importId };
      const running = new Sweep(client, plan, () => clock.now()).run(never);
      await Promise.race([running, clock.runUntil(at + everyMs)]);
      const done = await running;
      const { user, system } = process.cpuUsage(cpu);
      const cpuSeconds = (user + system) / 1e6;
      const bytes = done.observation.pieces.reduce((total, piece) => total + piece.length, 0);
      const [walBefore, start] = [await walBytes(), performance.now()];
      await store.save(done.observation);
      console.log({
        ...{ platform, sweep: index },
        streams: done.streams.size,
        requests: simulated.requests - requestsBefore,
        refusedForPoints: refusedBy(simulated),
        cpuSecondsOfSweepAndTwitch: cpuSeconds,
        megabytes: bytes / 1e6,
        residentMegabytes: process.memoryUsage.rss() / 1e6,
        listedInSeconds,
        storedInSeconds: (performance.now() - start) / 1e3,
        messagesInSeconds: outbox?.seconds,
        messages: (await query<{ n: number }>('SELECT count(*)::int AS n FROM webhook_deliveries'))[0]?.n,
        walMegabytes: ((await walBytes()) - walBefore) / 1e6,
      });
      expect(done.isComplete).toBe(true);
      expect(done.streams.size).toBeGreaterThan(channelsOf[platform] * 0.6);
    }
    store.end();
    expect(refusedBy(simulated)).toBe(0);
    const stored = await query<{ sweeps: number }>(
      `SELECT count(DISTINCT v.created_at)::int AS sweeps FROM viewer_samples v WHERE ${isOfPlatform('v.stream_id', platform)}`,
    );
    expect(stored).toEqual([{ sweeps }]);
  },
  3_600_000,
);

/** Kick does not report its limit. */
const refusedBy = (simulated: MisbehavingKick | MisbehavingTwitch) =>
  simulated instanceof MisbehavingTwitch ? simulated.refusedForPoints : 0;

const query = <Row>(sql: string): Promise<Row[]> =>
  withOwner(cluster.url, async (client) => (await client.query(sql)).rows as Row[]);

/** Includes what autovacuum writes at the same time. */
const walBytes = async (): Promise<number> => {
  const [row] = await query<{ bytes: number }>(`SELECT (pg_current_wal_insert_lsn() - '0/0')::float8 AS bytes`);
  return row?.bytes ?? 0;
};
