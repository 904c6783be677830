import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { ChatReader } from '../../src/commands/collect/chat/chat-reader.js';
import { ChatReport, ChatStore } from '../../src/commands/collect/chat/chat-store.js';
import { ChatWatch } from '../../src/commands/collect/chat/chat-watch.js';
import { CollectorState } from '../../src/commands/collect/collector-state.js';
import { RandomNumbers } from '../support/random-numbers.js';
import { chatFaults, ChatServer } from '../support/twitch/chat-server.js';
import { FastClock } from '../support/twitch/fast-clock.js';

const faults = Object.keys(chatFaults) as (keyof typeof chatFaults)[];
const rounds = Number(process.env.COLLECT_CHAT_FAULTS ?? 60);
const channels = ['ann_tv', 'bob_tv', 'cat_tv'];

interface Truth {
  messages: number;
  deleted: number;
  shared: number;
  chatters: Set<string>;
}

it('counts own messages of shared chats, while lines are odd, frames are huge and connections break', async () => {
  const chat = await ChatServer.start();
  const random = new RandomNumbers(1);
  const [clock, logger, state] = [new FastClock(100), pino({ level: 'silent' }), new CollectorState()];
  const stopping = new AbortController();
  const reports = new Map<string, ChatReport>();
  const store: Pick<ChatStore, 'find' | 'save' | 'forgetEnded'> = {
    find: () => Promise.resolve(undefined),
    save: (given) => {
      for (const report of given) reports.set(report.streamId, report);
      return Promise.resolve({ failed: [] });
    },
    forgetEnded: () => Promise.resolve(),
  };
  const options = { chatUrl: chat.url, clock, state, logger };
  const createReader = (events: ChatWatch) => ChatReader.create(events, options);
  const watching: ChatWatch = new ChatWatch({
    createReader: () => createReader(watching),
    ...{ store, clock, state, logger },
  });
  const running = watching.run(stopping.signal);
  const startedAt = new Date().toISOString();
  const live = channels.map((login, index) => ({
    ...{ id: String(index + 1), channelId: String(index + 1), login, displayName: login, startedAt, viewers: 1 },
    ...{ title: '', gameName: '', tags: [], thumbnail: '' },
  }));
  watching.show(live, true);
  const truth = new Map(channels.map((name): [string, Truth] => [name, emptyTruth()]));
  const allRead = () => channels.every((name) => chat.hasReader(name));
  const figures = () => {
    watching.flush().catch(() => {});
    return channels.map((_, index) => reports.get(String(index + 1))).map((report) => report && figuresOf(report));
  };
  for (let round = 0; round < rounds; round++) {
    await until(allRead);
    for (const name of channels) talk(chat, name, truth.get(name) as Truth, random);
    const wanted = JSON.stringify([...truth.values()].map(figuresOfTruth));
    await until(
      () => JSON.stringify(figures()) === wanted,
      () => `${JSON.stringify(figures())}, not ${wanted}`,
    );
    chat.fail(random.pick(channels), faults[round % faults.length] ?? 'reset');
    await until(() => !allRead());
  }
  console.log({ rounds, connections: chat.connections, errors: state.errors.get('chat') });
  expect(chat.connections).toBeGreaterThanOrEqual(rounds);
  expect(state.errors.get('chat')).toBeGreaterThanOrEqual(Math.floor((rounds * 9) / faults.length));
  stopping.abort();
  await running;
  await chat.stop();
}, 600_000);

/** Sends ordinary and mirrored messages, and deletes some of the ordinary ones once, twice or three times. */
function talk(chat: ChatServer, channel: string, truth: Truth, random: RandomNumbers): void {
  for (let turn = 0; turn < 20; turn++) {
    const chatter = `chatter_${random.integer(0, 50)}`;
    if (random.chance(0.4)) {
      chat.mirror(channel, chatter);
      truth.shared += 1;
      if (random.chance(0.3))
        chat.send(channel, `@room-id=1;source-room-id=2 :tmi.twitch.tv CLEARCHAT #${channel} :${chatter}`);
      continue;
    }
    chat.say(channel, chatter);
    truth.messages += 1;
    truth.chatters.add(chatter);
    if (!random.chance(0.2)) continue;
    for (let times = random.integer(1, 3); times > 0; times--) chat.deleteMessage(channel, chatter);
    truth.deleted += 1;
  }
}

const emptyTruth = (): Truth => ({ messages: 0, deleted: 0, shared: 0, chatters: new Set() });
const figuresOf = ({ messages, deleted, shared, uniqueChatters }: ChatReport) => [
  ...[messages, deleted, shared, uniqueChatters],
];
const figuresOfTruth = ({ messages, deleted, shared, chatters }: Truth) => [messages, deleted, shared, chatters.size];

async function until(isSo: () => boolean, describe = () => 'waiting'): Promise<void> {
  for (const limit = Date.now() + 30_000; !isSo(); await sleep(5)) {
    if (Date.now() > limit) throw new Error(`It never came to that: ${describe()}`);
  }
}
