import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { WaitingClock } from '../../src/clock/waiting-clock.js';
import { ChatReader } from '../../src/commands/collect/chat/chat-reader.js';
import { ChatReport, ChatStore } from '../../src/commands/collect/chat/chat-store.js';
import { ChatWatch } from '../../src/commands/collect/chat/chat-watch.js';
import { CollectorState } from '../../src/commands/collect/collector-state.js';
import { LiveStream } from '../../src/commands/collect/platform.js';
import { RandomNumbers } from '../support/random-numbers.js';
import { ChatServer } from '../support/twitch/chat-server.js';

const channels = 100;
const perSecond = 5_000;
const seconds = Number(process.env.COLLECT_CHAT_SECONDS ?? 20);

it('counts 5,000 messages a second of 100 channels, within the limits of joining, while connections break', async () => {
  const chat = await ChatServer.start();
  const [clock, logger, state] = [new WaitingClock(), pino({ level: 'silent' }), new CollectorState()];
  const stopping = new AbortController();
  const reports = new Map<string, ChatReport>();
  const store: Pick<ChatStore, 'find' | 'save' | 'forgetEnded'> = {
    find: async () => undefined,
    save: async (given) => {
      for (const report of given) reports.set(report.streamId, report);
      return { failed: [] };
    },
    forgetEnded: async () => {},
  };
  const createReader = (events: ChatWatch) => ChatReader.create(events, { chatUrl: chat.url, clock, state, logger });
  const watching: ChatWatch = new ChatWatch({
    createReader: () => createReader(watching),
    store,
    clock,
    state,
    logger,
  });
  const running = watching.run(stopping.signal);
  const names = Array.from({ length: channels }, (_, index) => `channel_${index}`);
  watching.show(names.map(streamOf), true);
  const allRead = async () => {
    while (!names.every((name) => chat.hasReader(name))) await sleep(100);
  };
  await allRead();
  const random = new RandomNumbers(1);
  const truth = new Map(names.map((name) => [name, { messages: 0, chatters: new Set<number>() }]));
  const settled = async () => {
    const sum = () => [...reports.values()].reduce((total, { messages }) => total + messages, 0);
    const wanted = [...truth.values()].reduce((total, { messages }) => total + messages, 0);
    for (const until = Date.now() + 20_000; sum() < wanted && Date.now() < until; await sleep(50))
      await watching.flush();
  };
  let cpuSeconds = 0;
  for (let round = 0; round < 2; round++) {
    const cpu = process.cpuUsage();
    for (let tick = 0; tick < (seconds / 2) * 20; tick++) {
      const next = sleep(50);
      for (let index = 0; index < perSecond / 20; index++) {
        const name = random.pick(names);
        const chatter = random.integer(0, 20_000);
        if (!chat.say(name, `chatter_${chatter}`, 'a message of an ordinary length, and no longer')) continue;
        const counted = truth.get(name);
        counted?.chatters.add(chatter);
        if (counted) counted.messages += 1;
      }
      await next;
    }
    await settled();
    const { user, system } = process.cpuUsage(cpu);
    cpuSeconds += (user + system) / 1e6;
    if (round > 0) break;
    chat.disconnectAll();
    await allRead();
  }
  for (const [index, name] of names.entries()) {
    const { messages, uniqueChatters, gaps } = reports.get(String(index + 1)) as ChatReport;
    expect([name, messages, uniqueChatters]).toEqual([name, truth.get(name)?.messages, truth.get(name)?.chatters.size]);
    expect(gaps.length).toBeLessThanOrEqual(2);
  }
  const perTenSeconds = chat.joinedAt.map(
    (at) => chat.joinedAt.filter((other) => other >= at && other < at + 10_000).length,
  );
  console.log({
    cpuOfReaderAndServerPerSecond: cpuSeconds / seconds,
    connections: chat.connections,
    joins: chat.joinedAt.length,
  });
  expect(Math.max(...perTenSeconds)).toBeLessThanOrEqual(20);
  stopping.abort();
  await running;
  await chat.stop();
}, 300_000);

function streamOf(login: string, index: number): LiveStream {
  const id = String(index + 1);
  const startedAt = new Date().toISOString();
  return {
    id,
    channelId: id,
    login,
    displayName: login,
    startedAt,
    viewers: 1,
    title: '',
    gameName: '',
    tags: [],
    thumbnail: '',
  };
}
