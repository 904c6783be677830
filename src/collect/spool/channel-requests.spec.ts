import { gunzipSync } from 'node:zlib';
import { pino } from 'pino';
import { WaitingClock } from '../../clock/clock.js';
import { CollectorContext } from '../collector-context.js';
import { CollectorState } from '../collector-state.js';
import { ChannelRequests } from './channel-requests.js';
import { Observation } from './observation.js';
import {
  ChannelCounter,
  ChannelProfile,
  CountedChannel,
  Platform,
  RefusedError,
  RequestError,
  ResponseItems,
} from '../platforms/platform.js';
import { SteadyClock } from '../steady-clock.js';

class SetClock extends WaitingClock {
  ms = 0;

  override now(): Date {
    return new Date(this.ms);
  }

  override monotonicMs(): number {
    return this.ms;
  }

  override sleep(): Promise<void> {
    return Promise.resolve();
  }
}

const everyMs = 10_000;
const sweepEveryMs = 1_000;

const { signal } = new AbortController();

/** Counts followers with a request for each channel, as Twitch. */
function oneByOne(count: (id: string) => Promise<readonly CountedChannel[]>): ChannelCounter {
  return { name: 'followers', maxIds: 1, count: ([id = '']) => count(id) };
}

/** In this store, all channels are due and none is new. */
function set(given: Partial<Platform> = {}) {
  const clock = new SetClock();
  const requested: string[] = [];
  const platform = {
    maxIds: 100,
    budget: { left: 800, perMinute: 48_000 },
    findProfiles: () => Promise.resolve<ResponseItems<ChannelProfile>>({ items: [], invalid: [] }),
    counter: oneByOne((id) => {
      requested.push(id);
      return Promise.resolve([{ id, total: 1 }]);
    }),
    ...given,
  } as unknown as Platform;
  const added: Observation[] = [];
  const noted: Record<string, readonly string[]> = {};
  const store = {
    listDue: (_what: unknown, ids: readonly string[]) => Promise.resolve(ids.map((id) => ({ id, isNew: false }))),
    noteRequested: (what: string, ids: readonly string[]) => {
      noted[what] = ids;
      return Promise.resolve();
    },
  };
  const context = {
    ...{ config: { followersEveryMs: everyMs, everyMs: sweepEveryMs }, platform, store, clock },
    ...{ moments: new SteadyClock(clock), state: new CollectorState(), logger: pino({ level: 'silent' }) },
  } as unknown as CollectorContext;
  const channelRequests = new ChannelRequests(context, { add: (one) => void added.push(one) }, undefined);
  return { clock, requested, channelRequests, noted, added };
}

it('spreads due requests over their period, and sends all of them if no sweep follows', async () => {
  const ids = Array.from({ length: 20 }, (_, index) => String(index));
  for (const [until, count] of [[sweepEveryMs, 2] as const, [undefined, 20] as const]) {
    const { requested, channelRequests } = set();
    await channelRequests.run({ channelIds: ids, cost: 2 }, until, signal);
    expect(requested).toHaveLength(count);
  }
});

it('postpones the other requests when the platform refuses five in a row, and stores which channels it responded for', async () => {
  const requested: string[] = [];
  const { channelRequests, noted } = set({
    counter: oneByOne((id) => {
      requested.push(id);
      return Promise.reject(id === '0' ? new RequestError('network', 'cut off') : new RefusedError('404'));
    }),
  });
  const ids = ['0', '1', '2', '3', '4', '5', '6'];
  await channelRequests.run({ channelIds: ids, cost: 2 }, undefined, signal);
  expect(requested).toEqual(['0', '1', '2', '3', '4', '5']);
  // A channel whose request failed must not keep the others waiting at each sweep.
  expect(noted).toEqual({ profile: ids, followers: ['0', '1', '2', '3', '4', '5'] });
});

it('finds the channel for which a request for profiles is refused, and requests the others', async () => {
  const requested: (readonly string[])[] = [];
  const { channelRequests, noted } = set({
    findProfiles: (ids) => {
      requested.push(ids);
      if (ids.includes('2')) return Promise.reject(new RefusedError('bad', 'values'));
      return Promise.resolve({
        items: ids.map((id) => ({ id, login: '', display_name: '', profile_image_url: '' })),
        invalid: [],
      });
    },
  });
  await channelRequests.run({ channelIds: ['1', '2', '3'], cost: 2 }, undefined, signal);
  expect(requested).toEqual([['1', '2', '3'], ['1'], ['2', '3'], ['2'], ['3']]);
  expect(noted.profile).toEqual(['1', '2', '3']);
});

it('stores a number of followers with the time of its response', async () => {
  const { clock, channelRequests, added } = set({
    counter: oneByOne((id) => {
      clock.ms += 5_000;
      return Promise.resolve([{ id, total: 1 }]);
    }),
  });
  await channelRequests.run({ channelIds: ['1'], cost: 2 }, undefined, signal);
  const text = added.map(({ pieces }) => pieces.map((piece) => gunzipSync(piece).toString()).join('')).join('');
  expect(text).toContain('{"total":1},"at":"1970-01-01T00:00:05.000Z"');
});

it('postpones the other profiles and all followers when the platform refuses five channels', async () => {
  const { channelRequests, requested, noted } = set({
    findProfiles: () => Promise.reject(new RefusedError('bad', 'values')),
  });
  const ids = ['1', '2', '3', '4', '5', '6', '7', '8'];
  await channelRequests.run({ channelIds: ids, cost: 2 }, undefined, signal);
  expect([noted, requested]).toEqual([{ profile: ['1', '2', '3', '4', '5'] }, []]);
  await channelRequests.run({ channelIds: ['9'], cost: 2 }, undefined, signal);
  expect(requested).toEqual(['9']);
});

it('requests several counts at once, and spreads the requests', async () => {
  const requested: (readonly string[])[] = [];
  const counter: ChannelCounter = {
    ...{ name: 'subscribers', maxIds: 2 },
    count: (ids) => {
      requested.push(ids);
      if (ids.includes('3')) return Promise.reject(new RefusedError('bad', 'values'));
      return Promise.resolve(ids.filter((id) => id !== '1').map((id) => ({ id, total: 7, gifted: null })));
    },
  };
  const { channelRequests, noted, added } = set({ counter, findProfiles: undefined });
  const ids = ['0', '1', '2', '3'];
  await channelRequests.run({ channelIds: ids, cost: 2 }, undefined, signal);
  expect(requested).toEqual([['0', '1'], ['2', '3'], ['2'], ['3']]);
  expect(noted).toEqual({ subscribers: ids });
  const items = added.flatMap(({ pieces }) =>
    pieces.map((piece) => JSON.parse(gunzipSync(piece).toString()) as unknown),
  );
  const item = { shape: 'subscribers', item: { total: 7, gifted: null } };
  expect(items).toMatchObject([
    [
      { ...item, broadcasterId: '0' },
      { ...item, broadcasterId: '2' },
    ],
  ]);
  const more = Array.from({ length: 40 }, (_, index) => String(10 + index));
  await channelRequests.run({ channelIds: more, cost: 2 }, sweepEveryMs, signal);
  expect(requested.slice(4)).toEqual([
    ['10', '11'],
    ['12', '13'],
  ]);
});
