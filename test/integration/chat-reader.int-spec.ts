import { pino } from 'pino';
import { ChatEvents } from '../../src/collect/chat/chat-events.js';
import { ChatReader } from '../../src/collect/chat/chat-reader.js';
import { CollectorState } from '../../src/collect/collector-state.js';
import { ConnectProxy } from '../support/http/connect-proxy.js';
import { chatFaults, ChatServer, oddLines } from '../../demo/twitch/chat-server.js';
import { SimulatedClock } from '../support/twitch/simulated-clock.js';
import { until as untilReal } from '../support/until.js';

type Fault = keyof typeof chatFaults;

let chat: ChatServer;
let clock: SimulatedClock;
let state: CollectorState;
let log: { level: number; msg: string; errors: number; reason: string }[];
let heard: string[];
let stopping: AbortController;
let running: Promise<void>;
let reader: ChatReader;

beforeEach(async () => {
  chat = await ChatServer.start();
  clock = new SimulatedClock(0);
  state = new CollectorState();
  [log, heard] = [[], []];
  stopping = new AbortController();
  read(chat.url);
});

afterEach(async () => {
  stopping.abort();
  await running;
  await chat.stop();
});

function read(chatUrl: string): void {
  const logger = pino({}, { write: (line: string) => void log.push(JSON.parse(line) as (typeof log)[number]) });
  const events: ChatEvents = {
    joined: (channel) => heard.push(`joined ${channel}`),
    lost: (channels) => heard.push(`lost ${channels.join()}`),
    countOf: (channel) => ({
      ...{ add: (chatter) => heard.push(`${channel}: ${chatter}`) },
      ...{ addShared: () => {}, remove: () => {}, removeAll: () => {} },
    }),
  };
  reader = new ChatReader(events, { config: { chatUrl }, clock, state, logger });
  running = reader.run(stopping.signal);
}

const pass = (ms: number) => clock.runUntil(clock.monotonicMs() + ms);

/** Waits while the clock of the reader runs. */
const until = (isSo: () => boolean) =>
  untilReal(async () => {
    await pass(500);
    return isSo();
  });

const ended = ['reconnect', 'reset'] as const;
const faults = Object.keys(chatFaults).filter((name) => !ended.some((one) => one === name)) as Fault[];

it.each(faults)('counts an error and opens the connection again after %s', async (fault) => {
  reader.read(new Set(['one', 'two']));
  await until(() => heard.length === 2);
  chat.fail('one', fault);
  await until(() => heard.length === 5);
  expect(heard.sort()).toEqual(['joined one', 'joined one', 'joined two', 'joined two', 'lost one,two']);
  chat.say('one', 'ann');
  await until(() => heard.includes('one: ann'));
  const count = fault === 'tenOddLines' ? 11 : 1;
  expect(state.errors).toEqual(new Map([['chat', count]]));
  expect(log).toMatchObject([{ level: 40, msg: 'Failed to read a chat', errors: 1, reason: expect.any(String) }]);
});

it.each(ended)('opens the connection again after %s without counting an error', async (fault) => {
  reader.read(new Set(['one']));
  await until(() => heard.length === 1);
  chat.fail('one', fault);
  await until(() => heard.length === 3);
  expect(heard).toEqual(['joined one', 'lost one', 'joined one']);
  expect(state.errors).toEqual(new Map());
});

it('skips and counts odd lines, fewer than ten in a row, and reads the next one', async () => {
  reader.read(new Set(['one']));
  await until(() => heard.length === 1);
  const lines = Object.values(oddLines);
  for (let round = 0; round < 2; round++) {
    chat.sendPieces('one', ...lines, oddLines.noSender);
    chat.say('one', 'ann');
  }
  await until(() => heard.length === 3);
  expect([heard, chat.connections]).toEqual([['joined one', 'one: ann', 'one: ann'], 1]);
  expect(state.errors.get('chat')).toBe(2 * (lines.length + 1));
});

it('reads through a proxy', async () => {
  stopping.abort();
  await running;
  stopping = new AbortController();
  const proxy = await ConnectProxy.start(() => Number(new URL(chat.url).port));
  process.env.HTTP_PROXY = proxy.url;
  try {
    read('ws://chat.twitch.invalid');
    reader.read(new Set(['one']));
    await until(() => heard.length === 1);
    expect([heard, proxy.requested]).toEqual([['joined one'], ['chat.twitch.invalid']]);
  } finally {
    delete process.env.HTTP_PROXY;
    proxy.stop();
  }
});

it('reads a line that arrives in pieces', async () => {
  reader.read(new Set(['one']));
  await until(() => heard.length === 1);
  chat.sendPieces('one', ':ann!ann@ann.tmi.twitch.tv PRIV', 'MSG #one :', `${'x'.repeat(60_000)}\r`, '\n');
  await until(() => heard.length === 2);
  expect([heard, state.errors.size]).toEqual([['joined one', 'one: ann'], 0]);
});

it('logs at most one error a minute, with the number of errors since the last line', async () => {
  reader.read(new Set(['one']));
  await until(() => heard.length === 1);
  const sayOdd = () => chat.say('one', '!') && chat.say('one', 'ann');
  for (let error = 0; error < 500; error++) sayOdd();
  await untilReal(() => state.errors.get('chat') === 500);
  await pass(60_000);
  sayOdd();
  await untilReal(() => state.errors.get('chat') === 501);
  expect(log.map(({ errors }) => errors)).toEqual([1, 500]);
});

it('keeps a connection to a server that sends only PONG', async () => {
  reader.read(new Set(['one']));
  await until(() => heard.length === 1);
  for (let step = 0; step < 20; step++) {
    await pass(10_000);
    await chat.settle();
  }
  expect(chat.connections).toBe(1);
});

it('leaves channels that it stops reading, and closes connections without a channel', async () => {
  reader.read(new Set(['one', 'two']));
  await until(() => heard.length === 2);
  reader.read(new Set(['two']));
  await until(() => !chat.hasReader('one'));
  expect(chat.hasReader('two')).toBe(true);
  reader.read(new Set());
  await until(() => !chat.hasReader('two'));
  expect(heard.sort()).toEqual(['joined one', 'joined two']);
});

it('counts an unreachable server', async () => {
  stopping.abort();
  await running;
  stopping = new AbortController();
  read('ws://127.0.0.1:1');
  reader.read(new Set(['one']));
  await until(() => log.length > 0);
  expect(log[0]).toMatchObject({ errors: 1, reason: expect.stringContaining('ECONNREFUSED') });
});
