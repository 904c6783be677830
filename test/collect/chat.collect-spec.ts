import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { WaitingClock } from '../../src/clock/clock.js';
import { ChatReport, ChatStore } from '../../src/collect/chat/chat-store.js';
import { ChatWatch } from '../../src/collect/chat/chat-watch.js';
import { CollectorState } from '../../src/collect/collector-state.js';
import { SeededRandom } from '../../demo/seeded-random.js';
import { chatFaults, ChatServer } from '../../demo/twitch/chat-server.js';
import { FastClock } from '../support/twitch/fast-clock.js';
import { until } from '../support/until.js';

const perSecond = 5_000;
const seconds = Number(process.env.COLLECT_CHAT_SECONDS ?? 20);
const faults = Object.keys(chatFaults) as (keyof typeof chatFaults)[];
const rounds = Number(process.env.COLLECT_CHAT_FAULTS ?? 60);

interface Truth {
  messages: number;
  deleted: number;
  shared: number;
  chatters: Set<string>;
}

let chat: ChatServer;
let state: CollectorState;
let random: SeededRandom;
let stopping: AbortController;
let running: Promise<void>;
let watching: ChatWatch;
let reports: Map<string, ChatReport>;
let truth: Map<string, Truth>;

beforeEach(async () => {
  chat = await ChatServer.start();
  state = new CollectorState();
  random = new SeededRandom(1);
  stopping = new AbortController();
  reports = new Map();
});

afterEach(async () => {
  stopping.abort();
  await running;
  await chat.stop();
});

/** Counts the chats of channels that are all live. */
async function watch(names: readonly string[], clock: WaitingClock): Promise<void> {
  const store: Pick<ChatStore, 'find' | 'save' | 'deleteEnded'> = {
    find: () => Promise.resolve(undefined),
    save: (given) => {
      for (const report of given) reports.set(report.streamId, report);
      return Promise.resolve(new Map());
    },
    deleteEnded: () => Promise.resolve(),
  };
  const logger = pino({ level: 'silent' });
  watching = new ChatWatch({ config: { chatUrl: chat.url }, clock, state, logger }, store);
  running = watching.run(stopping.signal);
  truth = new Map(names.map((name) => [name, { messages: 0, deleted: 0, shared: 0, chatters: new Set<string>() }]));
  const started_at = new Date().toISOString();
  const live = names.map((login) => ({
    ...{ id: login, user_id: login, user_login: login, user_name: login, started_at, viewer_count: 1 },
  }));
  watching.show(live, true);
  await until(allRead);
}

const allRead = () => [...truth.keys()].every((name) => chat.hasReader(name));

/** Flushes the counts until they match the sent messages. */
async function expectTruth(): Promise<void> {
  const figures = () =>
    [...truth.keys()].map((name) => {
      const { messages, deleted, shared, uniqueChatters } = reports.get(name) ?? {};
      return [name, messages, deleted, shared, uniqueChatters];
    });
  const wanted = [...truth].map(([name, { messages, deleted, shared, chatters }]) => [
    ...[name, messages, deleted, shared, chatters.size],
  ]);
  const isTrue = async () => {
    await watching.flush();
    return JSON.stringify(figures()) === JSON.stringify(wanted);
  };
  await until(isTrue, () => `${JSON.stringify(figures())}, not ${JSON.stringify(wanted)}`);
}

it('counts 5,000 messages per second in 100 channels despite broken connections, within the join limit', async () => {
  const names = Array.from({ length: 100 }, (_, index) => `channel_${index}`);
  await watch(names, new WaitingClock());
  let cpuSeconds = 0;
  for (let round = 0; round < 2; round++) {
    const cpu = process.cpuUsage();
    for (let tick = 0; tick < (seconds / 2) * 20; tick++) {
      const next = sleep(50);
      for (let index = 0; index < perSecond / 20; index++) {
        const name = random.pick(names);
        const chatter = `chatter_${random.integer(0, 20_000)}`;
        if (!chat.say(name, chatter, 'a message of an ordinary length, and no longer')) continue;
        const counted = truth.get(name) as Truth;
        counted.chatters.add(chatter);
        counted.messages += 1;
      }
      await next;
    }
    await expectTruth();
    const { user, system } = process.cpuUsage(cpu);
    cpuSeconds += (user + system) / 1e6;
    if (round > 0) break;
    chat.disconnectAll();
    await until(allRead);
  }
  for (const { gaps } of reports.values()) expect(gaps.length).toBeLessThanOrEqual(2);
  const perTenSeconds = chat.joinedAt.map(
    (at) => chat.joinedAt.filter((other) => other >= at && other < at + 10_000).length,
  );
  const { connections, joinedAt } = chat;
  console.log({ cpuOfReaderAndServerPerSecond: cpuSeconds / seconds, connections, joins: joinedAt.length });
  expect(Math.max(...perTenSeconds)).toBeLessThanOrEqual(20);
});

it("counts a channel's messages in shared chats despite malformed lines, huge frames and broken connections", async () => {
  const names = ['ann_tv', 'bob_tv', 'cat_tv'];
  await watch(names, new FastClock(100));
  for (let round = 0; round < rounds; round++) {
    await until(allRead);
    for (const name of names) talk(name);
    await expectTruth();
    chat.fail(random.pick(names), faults[round % faults.length] ?? 'reset');
    await until(() => !allRead());
  }
  console.log({ rounds, connections: chat.connections, errors: state.errors.get('chat') });
  expect(chat.connections).toBeGreaterThanOrEqual(rounds);
  expect(state.errors.get('chat')).toBeGreaterThanOrEqual(Math.floor((rounds * (faults.length - 2)) / faults.length));
});

/** Sends ordinary and mirrored messages, and deletes some of the ordinary ones once, twice or three times. */
function talk(channel: string): void {
  const counted = truth.get(channel) as Truth;
  for (let turn = 0; turn < 20; turn++) {
    const chatter = `chatter_${random.integer(0, 50)}`;
    if (random.chance(0.4)) {
      chat.mirror(channel, chatter);
      counted.shared += 1;
      if (random.chance(0.3))
        chat.send(channel, `@room-id=1;source-room-id=2 :tmi.twitch.tv CLEARCHAT #${channel} :${chatter}`);
      continue;
    }
    chat.say(channel, chatter);
    counted.messages += 1;
    counted.chatters.add(chatter);
    if (!random.chance(0.2)) continue;
    for (let times = random.integer(1, 3); times > 0; times--) chat.deleteMessage(channel, chatter);
    counted.deleted += 1;
  }
}
