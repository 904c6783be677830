import { pino } from 'pino';
import { WaitingClock } from '../clock/clock.js';
import { Collector, CollectorParts } from './collector.js';
import { CollectorContext } from './collector-context.js';
import { CollectorState } from './collector-state.js';
import { ObservedStream, Platform, RequestError } from './platforms/platform.js';
import { SteadyClock } from './steady-clock.js';
import { Sweeper } from './sweeps/sweeper.js';

const stream: ObservedStream = {
  ...{ id: '10', user_id: '1', user_login: 'ann', user_name: 'Ann' },
  ...{ started_at: '2026-01-01T00:00:00Z', viewer_count: 9 },
};

const idle = () => Promise.resolve();
const idleWriter = { add: () => {}, storeAll: () => Promise.resolve(true), run: idle };
const idleStore = {
  findNewest: () => Promise.resolve({ at: null, importId: 0 }),
  listLive: () => Promise.resolve(new Map<string, string>()),
  noteFailure: idle,
  deleteRecords: idle,
};

/** A collector with the given parts, and its sweeper; all other parts do nothing. */
function set(given: Record<string, unknown>) {
  const clock = new WaitingClock();
  const context = {
    ...{ config: { everyMs: 60_000, minViewers: 0 }, store: idleStore, clock, moments: new SteadyClock(clock) },
    ...{ state: new CollectorState(), spool: { size: 0 }, logger: pino({ level: 'silent' }) },
    ...given,
  };
  const parts = {
    lease: { keep: idle },
    writer: idleWriter,
    channelRequests: { run: idle },
    ...given,
  } as unknown as CollectorParts;
  const sweeper = new Sweeper(context as unknown as CollectorContext, parts.writer, undefined, parts.chat);
  return { collector: new Collector(context as unknown as CollectorContext, { ...parts, sweeper }), sweeper };
}

const none = { items: [], invalid: [] };

function platformOf(listLive: () => ObservedStream[], findLive: Platform['findLive']): Platform {
  return {
    name: 'twitch',
    maxIds: 100,
    budget: { left: 800, perMinute: 800 },
    listLive: async function* () {
      yield await Promise.resolve({ items: listLive(), invalid: [], cursor: '' });
    },
    findLive,
  } as unknown as Platform;
}

const { signal } = new AbortController();

it('requests a stream that is stored during the query for live streams', async () => {
  const pages = [[stream], []];
  const requested: string[] = [];
  const platform = platformOf(
    () => pages.shift() ?? [],
    (ids) => {
      requested.push(...ids);
      return Promise.resolve(none);
    },
  );
  const spool = { size: 0 };
  const listLive = () => {
    // The response is from before.
    spool.size = 0;
    return Promise.resolve(new Map());
  };
  const { collector, sweeper } = set({ platform, spool, store: { ...idleStore, listLive } });
  await collector.once(signal);
  expect(requested).toEqual([]);
  spool.size = 1;
  expect((await sweeper.preview(signal)).isComplete).toBe(true);
  expect(requested).toEqual(['1']);
});

it('removes outdated data after a single sweep, and reports a lost observation as not stored', async () => {
  const platform = platformOf(
    () => [],
    () => Promise.resolve(none),
  );
  const state = new CollectorState();
  const writer = { ...idleWriter, add: () => void (state.lostObservations += 1) };
  const deleteRecords = jest.fn(idle);
  const store = { ...idleStore, deleteRecords };
  expect(await set({ platform, state, writer, store }).collector.once(signal)).toBe(false);
  expect(deleteRecords).toHaveBeenCalledTimes(1);
});

it('reports old data that cannot be removed as a failure of a single sweep', async () => {
  const platform = platformOf(
    () => [],
    () => Promise.resolve(none),
  );
  const config = { everyMs: 60_000, minViewers: 0, keepMs: 3_600_000 };
  const once = (prune: () => Promise<object>) =>
    set({ platform, config, store: { ...idleStore, prune } }).collector.once(signal);
  expect(await once(() => Promise.resolve({}))).toBe(true);
  expect(await once(() => Promise.reject(new Error('No space left')))).toBe(false);
});

it.each([
  ['shows the chats of a sweep', false, ['sweep', 'show']],
  ['ends the counts of chats if another collector took its lease during the sweep', true, ['sweep', 'lost', 'show']],
])('%s', async (_title, isLost, expected) => {
  const stopping = new AbortController();
  const calls: string[] = [];
  let lose = () => {};
  const state = Object.assign(new CollectorState(), { isHolder: true });
  const lease = {
    keep: (_signal: AbortSignal, onChange: (isHolder: boolean) => void) => {
      lose = () => {
        calls.push('lost');
        state.isHolder = false;
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
  const chat = { show: () => calls.push('show'), run: idle };
  await set({ platform, chat, lease, state }).collector.run(stopping.signal);
  expect(calls).toEqual(expected);
});

it('requests the known streams after an incomplete sweep, without the database too', async () => {
  const failing = () => {
    throw new RequestError('server', '503');
  };
  const lists = [() => [stream], failing, () => []];
  const requested: string[] = [];
  const platform = platformOf(
    () => lists.shift()?.() ?? [],
    (ids) => {
      requested.push(...ids);
      return Promise.resolve(none);
    },
  );
  const findNewest = () => Promise.reject(new Error('The database is away.'));
  const { sweeper } = set({ platform, store: { ...idleStore, findNewest } });
  for (let sweeps = 0; sweeps < 3; sweeps++) await sweeper.sweep(signal);
  expect(requested).toEqual(['1']);
});
