import { pino } from 'pino';
import { WaitingClock } from '../clock/waiting-clock.js';
import { Collector, CollectorParts } from './collector.js';
import { CollectorContext, CollectorState } from './collector-context.js';
import { Observation } from './spool/observation.js';
import { AskError, LiveStream } from './platforms/platform.js';
import { Platform } from './platforms/twitch/twitch.js';
import { SteadyClock } from './steady-clock.js';

const stream: LiveStream = {
  ...{ id: '10', channelId: '1', login: 'ann', displayName: 'Ann', startedAt: '2026-01-01T00:00:00Z', viewers: 9 },
  description: {},
};

const idle = () => Promise.resolve();
const idleWriter = { isEmpty: true, add: () => {}, storeAll: () => Promise.resolve(true), run: idle };
const idleStore = {
  findNewest: () => Promise.resolve({ at: null, importId: 0 }),
  listOpen: () => Promise.resolve(new Map<string, string>()),
};

/** A collector with the given parts; all other parts do nothing. */
function collectorOf(given: Record<string, unknown>): Collector {
  const clock = new WaitingClock();
  const context = {
    ...{ config: { everyMs: 60_000, minViewers: 0 }, store: idleStore, clock, moments: new SteadyClock(clock) },
    ...{ state: new CollectorState(), logger: pino({ level: 'silent' }) },
    ...given,
  };
  const parts = {
    ...{ lease: { isHeld: true }, writer: idleWriter, facts: { gather: idle, take: idle } },
    ...{ housekeeping: { run: idle, clean: idle } },
    ...given,
  };
  return new Collector(context as unknown as CollectorContext, parts as unknown as CollectorParts);
}

const none = { items: [], odd: [] };

function platformOf(listLive: () => LiveStream[], findLive: Platform['findLive']): Platform {
  return {
    name: 'twitch',
    mostIds: 100,
    budget: { left: 800, perMinute: 800 },
    listLive: async function* () {
      yield await Promise.resolve({ items: listLive(), odd: [], hasMore: false });
    },
    findLive,
  } as unknown as Platform;
}

const { signal } = new AbortController();

it('asks for a stream that is stored during the query for open streams', async () => {
  const pages = [[stream], []];
  const asked: string[] = [];
  const platform = platformOf(
    () => pages.shift() ?? [],
    (ids) => {
      asked.push(...ids);
      return Promise.resolve(none);
    },
  );
  const writer = { ...idleWriter };
  const listOpen = () => {
    // The response is from before.
    writer.isEmpty = true;
    return Promise.resolve(new Map());
  };
  const collector = collectorOf({ platform, writer, store: { ...idleStore, listOpen } });
  await collector.once(signal);
  expect(asked).toEqual([]);
  writer.isEmpty = false;
  expect((await collector.look(signal)).observation.head.isComplete).toBe(true);
  expect(asked).toEqual(['1']);
});

it('continues with the remaining streams when a large sweep is cut off', async () => {
  const open = new Map(Array.from({ length: 5 }, (_, index) => [`${index}`, `channel ${index}`]));
  const asked: string[] = [];
  const platform = platformOf(
    () => [stream],
    ([id = '']) => {
      asked.push(id);
      return asked.length % 3 === 0 ? Promise.reject(new AskError('timeout', 'no answer')) : Promise.resolve(none);
    },
  );
  const observations: Observation[] = [];
  const writer = { ...idleWriter, add: (one: Observation) => void observations.push(one) };
  const store = { ...idleStore, listOpen: () => Promise.resolve(open) };
  const collector = collectorOf({ platform: { ...platform, mostIds: 1 }, writer, store });
  for (let index = 0; index < 3; index++) await collector.once(signal);
  expect(asked).toEqual([0, 1, 2, 2, 3, 4, 4].map((index) => `channel ${index}`));
  expect(observations.map(({ head }) => head.isComplete)).toEqual([false, false, true]);
});

it.each([
  ['another collector may have seen them during a database outage', 'away', 0],
  ['the last request for them is too old', 'late', 660_000],
])('asks again for missing streams if %s', async (_title, what, passedMs) => {
  const clock = Object.assign(new WaitingClock(), { monotonicMs: () => nowMs });
  let nowMs = 1;
  const asked: string[] = [];
  const platform = platformOf(
    () => [stream],
    ([id = '']) => {
      asked.push(id);
      return asked.length === 2 ? Promise.reject(new AskError('timeout', 'no answer')) : Promise.resolve(none);
    },
  );
  let lists = 0;
  const listOpen = () => {
    lists += 1;
    if (lists === 2 && what === 'away') return Promise.reject(new Error('away'));
    return Promise.resolve(new Map(['1', '2'].map((id) => [id, `channel ${id}`])));
  };
  const store = { ...idleStore, listOpen };
  const collector = collectorOf({ platform: { ...platform, mostIds: 1 }, store, clock });
  for (let index = 0; index < 2; index++, nowMs += passedMs) await collector.once(signal);
  expect(asked.slice(2)).toEqual(['channel 1', 'channel 2']);
});

it('removes outdated data after a single sweep, and reports a lost observation as not stored', async () => {
  const platform = platformOf(
    () => [],
    () => Promise.resolve(none),
  );
  const state = new CollectorState();
  const writer = { ...idleWriter, add: () => void (state.lostObservations += 1) };
  const clean = jest.fn(idle);
  expect(await collectorOf({ platform, state, writer, housekeeping: { clean } }).once(signal)).toBe(false);
  expect(clean).toHaveBeenCalledTimes(1);
});

it.each([
  ['shows the chats of a sweep', false, ['sweep', 'show']],
  ['shows no chats if another collector took its lease during the sweep', true, ['sweep', 'leave']],
])('%s', async (_title, isLost, expected) => {
  const stopping = new AbortController();
  const calls: string[] = [];
  let lose = () => {};
  const lease = {
    isHeld: true,
    keep: (_signal: AbortSignal, onChange: (isHeld: boolean) => void) => {
      lose = () => {
        lease.isHeld = false;
        onChange(false);
      };
      return Promise.resolve();
    },
  };
  const platform = platformOf(
    () => {
      calls.push('sweep');
      if (isLost) lose();
      stopping.abort();
      return [];
    },
    () => Promise.resolve(none),
  );
  const chat = { show: () => calls.push('show'), leave: () => calls.push('leave'), run: idle };
  await collectorOf({ platform, chat, lease }).run(stopping.signal);
  expect(calls).toEqual(expected);
});
