import { setImmediate } from 'node:timers/promises';
import type { Request } from 'express';
import { Config } from '../../config/config.js';
import { Caller, runFor } from '../../response-cache/caller.js';
import { Signal } from '../../figures/samples/stream-samples.js';
import { ResponseCache } from '../../response-cache/response-cache.js';
import { EventsService } from '../events.service.js';
import { EventFiguresService } from './event-figures.service.js';

const startedAt = '2026-06-01T12:00:00.000Z';
const hourMs = 3_600_000;
const start = Date.parse(startedAt);
const settle = async () => {
  for (let i = 0; i < 100; i++) await setImmediate();
};

/** Events of an hour. Each has one stream with as many samples as the first part of its ID. Walks end on request. */
function open({ isWaiting = true, databaseDeadlineSeconds = 600 } = {}) {
  let nowMs = 0;
  const walks: string[] = [];
  const reads: string[] = [];
  const running = new Map<string, () => void>();
  const clock = { now: () => new Date(start + 2 * hourMs), monotonicMs: () => nowMs };
  const repository = {
    findEvent: async (id: bigint) => {
      reads.push(String(id));
      await setImmediate();
      return { id: String(id), started_at: startedAt, ended_at: new Date(start + hourMs).toISOString() };
    },
    listMarkers: () => Promise.resolve([]),
    listStreams: () => Promise.resolve([{ id: '1', peak_viewers: 10 }]),
    listMembers: (id: bigint) =>
      Promise.resolve([
        { id: String(id), role: null, sample_count: Number(id), started_at: startedAt, ended_at: startedAt },
      ]),
    readSamples: async function* ([range]: { id: string }[], signal: Signal) {
      const id = String(range?.id);
      walks.push(id);
      try {
        if (isWaiting) await new Promise<void>((end) => running.set(id, end));
        signal.throwIfAborted();
        yield [{ start, end: start + hourMs, times: [start], viewers: [10], prunedUntil: null }, 0];
      } finally {
        running.delete(id);
      }
    },
  };
  const config = { databaseDeadlineSeconds, cacheTtlSeconds: 10, cacheStaleSeconds: 60, cacheMaxMegabytes: 1 };
  const cache = new ResponseCache(config as Config, clock, { warn: jest.fn() } as never);
  const clients = { nameFor: ({ ip }: Request) => ip ?? '' };
  const events = new EventsService(
    repository as never,
    undefined as never,
    clock,
    clients as never,
    { apiTokens: [] } as never,
  );
  const figures = new EventFiguresService(events, repository as never, cache, clients as never, clock);
  /** Asks for the figures of an event as a client, which can leave. */
  const ask = (ip: string, id: number) => {
    let isGone = false;
    const caller: Caller = { request: { ip } as Request, isGone: () => isGone };
    const result = runFor(caller, () => figures.listSegments(String(id))).then(
      ([segment]) => segment?.peak_viewers,
      (error: Error) => error.constructor.name,
    );
    return { result, leave: () => (isGone = true) };
  };
  const end = async (id: number) => {
    running.get(String(id))?.();
    await settle();
  };
  return {
    figures,
    cache,
    walks,
    reads,
    ask,
    end,
    running: () => [...running.keys()].map(Number),
    pass: (ms: number) => (nowMs += ms),
  };
}

const [large, small] = [50_001 - 100, 50_000 - 100];

it('reads the samples once for all forms and simultaneous requests, as long as responses are fresh', async () => {
  const { figures, walks, pass } = open({ isWaiting: false });
  const all = () =>
    Promise.all([
      figures.listSegments('5'),
      figures.listStreams('5'),
      figures.listGraph('5', 'minutely'),
      figures.listGraph('5', 'minutely'),
    ]);
  expect(await all()).toMatchObject([
    [{ peak_viewers: 10 }],
    [{ peak_viewers: 10 }],
    [{ viewers: 10 }],
    [{ viewers: 10 }],
  ]);
  pass(9_999);
  await all();
  expect(walks).toEqual(['5']);
  await figures.listGraph('5', 'hourly');
  expect(walks).toEqual(['5', '5']);
  pass(20_001);
  await all();
  expect(walks).toEqual(['5', '5', '5']);
});

it('has one place per client, two places in total, and places for small events', async () => {
  const { ask, end, running } = open();
  const asked = [ask('a', large), ask('a', large + 1), ask('b', large + 2), ask('c', large + 3), ask('d', small)];
  await settle();
  expect(running()).toEqual([large, large + 2, small]);
  await end(large + 2);
  expect(running()).toEqual([large, small, large + 3]);
  for (const id of [large, large + 3, large + 1, small]) await end(id);
  expect(await Promise.all(asked.map(({ result }) => result))).toEqual([10, 10, 10, 10, 10]);
});

it('stops when all clients have left, and never starts for a client that left while it waited', async () => {
  const { ask, end, running, walks } = open();
  const [first, waiting, other] = [ask('a', large), ask('a', large + 1), ask('a', large + 2)];
  await settle();
  first.leave();
  waiting.leave();
  await end(large);
  expect(await Promise.all([first.result, waiting.result])).toEqual(Array(2).fill('ServiceUnavailableException'));
  expect([walks, running()]).toEqual([[large, large + 2].map(String), [large + 2]]);
  await end(large + 2);
  expect(await other.result).toBe(10);
});

it('continues for a client that joined the one that has left', async () => {
  const { ask, end } = open();
  const [first, second] = [ask('a', large), ask('b', large)];
  await settle();
  first.leave();
  await end(large);
  expect(await Promise.all([first.result, second.result])).toEqual([10, 10]);
});

it('leaves the load limit while it waits and computes', async () => {
  const { ask, cache, end, running } = open();
  const asked = [];
  for (let i = 0; i < 70; i++) {
    asked.push(cache.getOrLoad(['form', i], () => ask(`client ${i}`, large + i).result));
    await settle();
  }
  expect(cache.isBusy).toBe(false);
  for (let i = 0; i < 70; i++) await end(running()[0] ?? 0);
  expect(await Promise.all(asked)).toHaveLength(70);
});

it('reads an event once for all requests, and again for another walk', async () => {
  const { ask, figures, pass, reads } = open({ isWaiting: false });
  await Promise.all(Array.from({ length: 60 }, () => ask('a', small).result));
  await ask('b', small).result;
  expect(reads).toEqual([String(small)]);
  pass(9_000);
  await figures.listGraph(String(small), 'hourly');
  expect(reads).toEqual([small, small].map(String));
});

it('reads the event of a client at its turn, with the events of other clients', async () => {
  const { ask, end, reads } = open();
  const asked = [ask('a', large), ask('a', large + 1), ask('b', small)];
  await settle();
  expect(new Set(reads)).toEqual(new Set([large, small].map(String)));
  await end(large);
  expect(reads.slice(2)).toEqual([String(large + 1)]);
  for (const id of [large + 1, small]) await end(id);
  expect(await Promise.all(asked.map(({ result }) => result))).toEqual([10, 10, 10]);
});

it('lets others run before each part of the requests of a client', async () => {
  const { ask } = open({ isWaiting: false });
  await ask('a', small).result;
  let turns = 0;
  const asked = Promise.all([1, 2].map(() => ask('a', small).result.then(() => turns)));
  while (turns < 20) {
    await setImmediate();
    turns += 1;
  }
  const [first = 0, second = 0] = await asked;
  expect([first, second - first]).toEqual([3, 3]);
});

it('fails as an overload if it waits for its client or for a place, and not if it computes, until the deadline', async () => {
  const { cache, figures } = open({ databaseDeadlineSeconds: 0.3 });
  const ask = (ip: string, id: number) =>
    runFor({ request: { ip } as Request, isGone: () => false }, () =>
      cache.getOrLoad(['form', id], () => figures.listSegments(String(id))),
    ).catch((error: Error) => error.constructor.name);
  const asked = [ask('a', large), ask('a', large + 1), ask('b', large + 2), ask('c', large + 3)];
  const [computes, waits] = ['DeadlineExceeded', 'ServiceUnavailableException'];
  expect(await Promise.all(asked)).toEqual([computes, waits, computes, waits]);
});

it('does not compute an event that must not be shown', async () => {
  const { figures, walks } = open({ isWaiting: false });
  const check = () => {
    throw new Error('private');
  };
  await expect(figures.find('5', { check })).rejects.toThrow('private');
  expect(walks).toEqual([]);
});
