import { setTimeout as sleep } from 'node:timers/promises';
import { readLogins } from '../../src/config/collect-config.js';
import { withOwner } from '../../src/database/owner-client.js';
import { chatIntervalSeconds } from '../../src/figures/chat-intervals.js';
import { SeededRandom } from '../../demo/seeded-random.js';
import { StreamChatRepository } from '../../src/streams/chat/stream-chat.repository.js';
import { StreamChatService } from '../../src/streams/chat/stream-chat.service.js';
import { StreamViewersService } from '../../src/streams/viewers/stream-viewers.service.js';
import { MisbehavingTwitch } from '../../demo/twitch/misbehaving-twitch.js';
import { TrueStream, World } from '../../demo/twitch/world.js';
import { createTestDatabase, TestDatabase } from '../support/database/test-database.js';
import { createPrisma } from '../support/database/test-store.js';
import { chatFaults, ChatServer } from '../../demo/twitch/chat-server.js';
import { SimulatedClock } from '../support/twitch/simulated-clock.js';
import { Simulation } from '../support/twitch/simulation.js';

const hours = Number(process.env.COLLECT_CHAT_HOURS ?? 6);
const seeds = Number(process.env.COLLECT_CHAT_SEEDS ?? 2);
const stepMs = 10_000;
const hour = 3_600_000;
const from = Date.UTC(2026, 2, 26);
const to = from + hours * hour;
const faults = Object.keys(chatFaults) as (keyof typeof chatFaults)[];

interface Truth {
  messages: number;
  deleted: number;
  shared: number;
  chatters: Set<string>;
}

let database: TestDatabase;
let chat: ChatServer;

beforeAll(async () => {
  database = await createTestDatabase();
});

beforeEach(async () => {
  chat = await ChatServer.start();
});

afterEach(async () => {
  await chat.stop();
  await database.empty();
});

afterAll(() => database.drop());

/** Sends lines to the chat of a live stream. Half of the channels share their chats. */
function talk(random: SeededRandom, login: string, isShared: boolean, counted: Truth): void {
  for (let left = random.integer(0, 4); left > 0; left--) {
    const chatter = `chatter_${random.integer(0, 30)}`;
    if (isShared && random.chance(0.3)) {
      chat.mirror(login, chatter);
      counted.shared += 1;
      continue;
    }
    chat.say(login, chatter);
    counted.messages += 1;
    counted.chatters.add(chatter);
    if (!random.chance(0.1)) continue;
    chat.deleteMessage(login, chatter);
    counted.deleted += 1;
  }
}

/** Waits until the readers have received all lines. A broken connection does not respond. */
const settle = () => Promise.race([chat.settle(), sleep(300)]);

/** Returns the ends of the streams. */
async function run(seed: number, truth: Map<string, Truth>): Promise<ReadonlyMap<string, number>> {
  const [clock, random] = [new SimulatedClock(from), new SeededRandom(seed)];
  const world = new World({ seed, channels: 8, from, to });
  const twitch = new MisbehavingTwitch({ world, clock, random, faultShare: 0.05, hasBreaks: true });
  const logins = readLogins(world.channels.map((channel) => world.loginOf(channel, from)).join());
  const config = { logins, everyMs: 60_000, chat: true, chatUrl: chat.url };
  const simulation = new Simulation({ clock, twitch, databaseUrl: database.url, config });
  const processes = { one: await simulation.start('one'), two: await simulation.start('two') };
  let databaseIsBackAt: number | undefined;
  // Half a second after whole seconds, so that no line arrives at the start of an interval.
  for (let at = from + 500; at < to; at += stepMs) {
    await clock.runUntil(at);
    await settle();
    for (const stream of world.live(at)) {
      const channel = world.channel(stream.channelId);
      if (channel) talk(random, world.loginOf(channel, at), Number(channel.id) % 2 === 0, truthOf(truth, stream, at));
    }
    await settle();
    if (random.chance(0.01)) {
      chat.fail(world.loginOf(random.pick(world.channels), at), random.pick(faults));
      await sleep(50);
    }
    if (random.chance(0.005)) {
      const name = random.pick(['one', 'two'] as const);
      await simulation.kill(processes[name]);
      processes[name] = await simulation.start(name);
    }
    if (databaseIsBackAt === undefined && random.chance(0.003)) {
      databaseIsBackAt = at + random.integer(10, 900) * 1_000;
      simulation.setDatabase(false);
    } else if (databaseIsBackAt !== undefined && at > databaseIsBackAt) {
      databaseIsBackAt = undefined;
      simulation.setDatabase(true);
    }
  }
  simulation.setDatabase(true);
  await simulation.stop();
  return new Map(world.streams.map((stream) => [stream.id, stream.to]));
}

const keyOf = (streamId: string, place: number) => `${streamId} ${place}`;

function truthOf(truth: Map<string, Truth>, stream: TrueStream, at: number): Truth {
  const key = keyOf(stream.id, Math.floor((at - stream.from) / (1_000 * chatIntervalSeconds)));
  const known = truth.get(key) ?? { messages: 0, deleted: 0, shared: 0, chatters: new Set<string>() };
  truth.set(key, known);
  return known;
}

it.each(Array.from({ length: seeds }, (_, i) => i + 1))(
  'complete intervals equal the truth, others are too low, and all add up, despite kills, outages and faults: %i',
  async (seed) => {
    const truth = new Map<string, Truth>();
    const ends = await run(seed, truth);
    const prisma = createPrisma({ DATABASE_URL: database.url });
    const viewers = { listAll: () => Promise.resolve([]) } as unknown as StreamViewersService;
    const service = new StreamChatService(new StreamChatRepository(prisma), viewers);
    const differences: unknown[] = [];
    let [complete, incomplete] = [0, 0];
    for (const { id, countedUntil, ...stats } of await listStats()) {
      const intervals = await service.list(id);
      const sums = { messages: 0, deleted: 0, shared: 0 };
      for (const { timestamp, created_at, is_complete: isComplete, ...found } of intervals) {
        const place = Math.round(secondsOf(timestamp) / chatIntervalSeconds);
        const { messages = 0, deleted = 0, shared = 0, chatters = [] } = truth.get(keyOf(id, place)) ?? {};
        const real = [messages, [...chatters].length, deleted, shared];
        const counted = [found.messages, found.chatters, found.deleted_messages, found.shared_messages];
        const end = Date.parse(created_at) + 1_000 * chatIntervalSeconds;
        // A sweep notices later that the stream is over, and no collector has counted the rest of the last interval yet.
        const isOver = end > (ends.get(id) ?? 0);
        const isExact = isComplete && (countedUntil === null || end <= countedUntil.getTime());
        const isRight = counted.every((count, i) => (isExact ? count === real[i] : count <= (real[i] ?? 0)));
        if (!isRight && !isOver) differences.push({ id, timestamp, isExact, real, counted });
        if (isComplete) complete += 1;
        else incomplete += 1;
        sums.messages += found.messages;
        sums.deleted += found.deleted_messages;
        sums.shared += found.shared_messages;
      }
      if (JSON.stringify(sums) !== JSON.stringify(stats)) differences.push({ id, sums, stats });
    }
    await prisma.onApplicationShutdown();
    console.log({ complete, incomplete, sent: truth.size });
    expect(differences.slice(0, 20)).toEqual([]);
    expect(complete).toBeGreaterThan(truth.size / 4);
  },
  hour,
);

interface Stats {
  id: string;
  countedUntil: Date | null;
  messages: number;
  deleted: number;
  shared: number;
}

function listStats() {
  return withOwner(database.url, async (client) => {
    const { rows } = await client.query<Stats>(
      `SELECT m.stream_id AS id, c.counted_until AS "countedUntil", m.total_messages::float8 AS messages,
        m.deleted_messages::float8 AS deleted, m.shared_messages::float8 AS shared
      FROM message_stats m
      LEFT JOIN chat_counts c ON c.stream_id = m.stream_id
      ORDER BY m.stream_id`,
    );
    return rows;
  });
}

function secondsOf(timestamp: string): number {
  const [hourOf = 0, minute = 0, second = 0] = timestamp.split(':').map(Number);
  return 3_600 * hourOf + 60 * minute + second;
}
