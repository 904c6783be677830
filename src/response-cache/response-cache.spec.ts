import { BadRequestException, NotFoundException, ServiceUnavailableException } from '@nestjs/common';
import { Config } from '../config/config.js';
import { DeadlineExceeded } from '../database/reads/deadlines.js';
import { Caller, currentCaller } from './caller.js';
import { runQueued } from './client-turns.js';
import { FaultLog } from '../logging/fault-log.js';
import { AfterLoad, ResponseCache } from './response-cache.js';

const ttlSeconds = 10;

/** A cache with a fixed clock, and a source that returns the number of its calls. */
function start(settings: Partial<Config> = {}) {
  let nowMs = 0;
  const config = {
    databaseDeadlineSeconds: 2,
    cacheTtlSeconds: ttlSeconds,
    cacheStaleSeconds: 60,
    cacheMaxMegabytes: 1,
    ...settings,
  } as Config;
  const faults = { warn: jest.fn() };
  const clock = { now: () => new Date(0), monotonicMs: () => nowMs };
  const cache = new ResponseCache(config, clock, faults as unknown as FaultLog);
  const source = { asked: 0, error: undefined as Error | undefined };
  const load = async () => {
    source.asked += 1;
    if (source.error) throw source.error;
    return source.asked;
  };
  const ask = async (key = 'a', url = `/${key}`, group?: string) => {
    const { stored, result } = await cache.getOrLoad([key], load, group);
    cache.storeUrl(url, { key: JSON.stringify([key]), operation: { route: '/route' }, units: 1 });
    return { body: Number(stored.identity.body.toString()), result };
  };
  const isKnown = (url: string) => cache.findByUrl(url) !== undefined;
  const pass = (seconds: number) => (nowMs += seconds * 1000);
  return { cache, source, faults, load, ask, isKnown, pass };
}

/** Waits for background work. */
const settle = () => new Promise(setImmediate);

describe('ResponseCache', () => {
  it('keeps a fresh response', async () => {
    const { ask, pass } = start();
    expect(await ask()).toEqual({ body: 1, result: 'miss' });
    pass(ttlSeconds - 0.001);
    expect(await ask()).toEqual({ body: 1, result: 'hit' });
  });

  it('loads once for simultaneous requests', async () => {
    const { ask } = start();
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask()));
    expect(new Set(answers.map(({ body }) => body))).toEqual(new Set([1]));
  });

  it('loads different keys separately', async () => {
    const { ask } = start();
    expect([await ask('a'), await ask('b')]).toMatchObject([{ body: 1 }, { body: 2 }]);
  });

  it('returns a stale response for the same time again while one request reloads it', async () => {
    const { ask, pass, source } = start();
    await ask();
    pass(ttlSeconds);
    expect(await Promise.all([ask(), ask(), ask()])).toEqual(
      Array.from({ length: 3 }, () => ({ body: 1, result: 'stale' })),
    );
    await settle();
    expect(source.asked).toBe(2);
    expect(await ask()).toEqual({ body: 2, result: 'hit' });
  });

  it('waits for a new response if the old one is older', async () => {
    const { ask, pass } = start();
    await ask();
    pass(2 * ttlSeconds);
    expect(await ask()).toEqual({ body: 2, result: 'miss' });
  });

  it('returns an old response if loading fails, until it is too old', async () => {
    const { ask, pass, source, faults } = start();
    await ask();
    source.error = new Error('The database is gone.');
    pass(60);
    expect(await ask()).toEqual({ body: 1, result: 'stale' });
    expect(faults.warn).toHaveBeenCalledTimes(1);
    pass(0.001);
    await expect(ask()).rejects.toThrow('The database is gone.');
  });

  it.each([
    ['404 in the background', ttlSeconds, new NotFoundException('gone')],
    ['404 while a request waits', 2 * ttlSeconds, new NotFoundException('gone')],
    ['400 while a request waits', 2 * ttlSeconds, new BadRequestException('gone')],
  ])('removes a response after a %s', async (_when, seconds, error) => {
    const { ask, faults, isKnown, pass, source } = start();
    await ask();
    pass(seconds);
    source.error = error;
    await ask().catch(() => {});
    await settle();
    await expect(ask()).rejects.toThrow('gone');
    expect(isKnown('/a')).toBe(false);
    expect(faults.warn).not.toHaveBeenCalled();
  });

  it('does not wait for a new response within five seconds after a failed load', async () => {
    const { ask, cache, pass, source } = start();
    await ask();
    pass(2 * ttlSeconds);
    source.error = new Error('The database is gone.');
    expect(await ask()).toEqual({ body: 1, result: 'stale' });
    let end: (answer: number) => void = () => {};
    const late = new Promise<number>((resolve) => (end = resolve));
    const asking = () => cache.getOrLoad(['a'], () => late).then(({ result }) => result);
    const soon = () => Promise.race([asking(), settle().then(() => 'waits')]);
    pass(4.999);
    expect(await soon()).toBe('stale');
    pass(0.001);
    expect(await soon()).toBe('waits');
    end(2);
    expect(await asking()).toBe('miss');
  });

  it('returns no old response if the operator disables this', async () => {
    const { ask, pass, source } = start({ cacheStaleSeconds: 0 });
    await ask();
    source.error = new Error('The database is gone.');
    pass(2 * ttlSeconds);
    await expect(ask()).rejects.toThrow('The database is gone.');
  });

  it('does not store failures', async () => {
    const { ask, source } = start();
    source.error = new Error('The database is gone.');
    await expect(ask()).rejects.toThrow('The database is gone.');
    source.error = undefined;
    expect(await ask()).toEqual({ body: 2, result: 'miss' });
  });

  it('stores nothing if it is off', async () => {
    const { ask, cache } = start({ cacheTtlSeconds: 0 });
    expect([await ask(), await ask()]).toEqual([
      { body: 1, result: 'none' },
      { body: 2, result: 'none' },
    ]);
    expect(cache.usage.entries).toBe(0);
  });

  it('finds fresh responses by the URLs that requested them', async () => {
    const { ask, cache, isKnown, pass } = start();
    await ask('a', '/a');
    await ask('a', '/a?utm_source=x');
    expect([isKnown('/a'), isKnown('/a?utm_source=x'), isKnown('/b')]).toEqual([true, true, false]);
    expect(cache.findByUrl('/a?utm_source=x')).toMatchObject({
      loaded: { result: 'hit' },
      match: { operation: { route: '/route' } },
    });
    pass(ttlSeconds);
    expect(isKnown('/a')).toBe(false);
  });

  it('finds a stale response while a new one is loading', async () => {
    const { ask, cache, isKnown, pass } = start();
    await ask();
    pass(ttlSeconds);
    let end: (value: number) => void = () => {};
    await cache.getOrLoad(['a'], () => new Promise<number>((resolve) => (end = resolve)));
    expect(cache.findByUrl('/a')?.loaded.result).toBe('stale');
    end(2);
    await settle();
    expect(cache.findByUrl('/a')?.loaded.result).toBe('hit');
    expect(isKnown('/a')).toBe(true);
  });

  it('finds a response by any number of URLs within its byte limit', async () => {
    const { ask, cache, isKnown } = start();
    for (let i = 0; i < 100; i++) await ask('a', `/a?x=${i}`);
    expect(Array.from({ length: 100 }, (_, i) => isKnown(`/a?x=${i}`)).filter(Boolean)).toHaveLength(100);
    for (let i = 0; i < 10_000; i++) await ask('a', `/a?x=${i}`);
    expect(cache.usage.bytes).toBeLessThanOrEqual(cache.usage.maxBytes);
    expect([isKnown('/a?x=0'), isKnown('/a?x=9999')]).toEqual([false, true]);
  });

  it('stays within its byte limit, and keeps used responses', async () => {
    const { ask, cache, isKnown } = start();
    await ask('popular');
    for (let i = 0; i < 2_000; i++) {
      await ask(`once-${i}`);
      await ask('popular');
    }
    const { bytes, maxBytes, entries } = cache.usage;
    expect(bytes).toBeLessThanOrEqual(maxBytes);
    expect(entries).toBeLessThan(2_000);
    expect(isKnown('/popular')).toBe(true);
    expect([isKnown('/once-0'), isKnown('/once-1999')]).toEqual([false, true]);
  });

  it('returns to zero bytes', async () => {
    const { ask, cache } = start();
    for (let i = 0; i < 100; i++) await ask(`a${i % 10}`, `/a?${i}`);
    cache.clear();
    expect(cache.usage).toMatchObject({ entries: 0, bytes: 0 });
  });

  it('counts compressed forms after they are created, and makes room for them', async () => {
    const { cache } = start();
    const load = () => Promise.resolve(Array.from({ length: 12_000 }, (_, i) => i));
    const give = async (key: string) => (await cache.getOrLoad([key], load)).stored;
    const long = [await give('a'), await give('b'), await give('c')];
    const { bytes } = cache.usage;
    const made: number[] = [];
    for (const answer of long) made.push((await answer.in('gzip')).body.length);
    const sum = made.reduce((total, length) => total + length, 0);
    expect(cache.usage.bytes).toBe(bytes + sum);
    await long[0]?.in('gzip');
    expect(cache.usage.bytes).toBe(bytes + sum);
    for (let i = 0; i < 20; i++) await (await give(`more ${i}`)).in('br');
    expect(cache.usage.entries).toBeLessThan(23);
    expect(cache.usage.bytes).toBeLessThanOrEqual(cache.usage.maxBytes);
    // Space was freed already, so it no longer counts.
    const before = cache.usage.bytes;
    await long[0]?.in('br');
    expect(cache.usage.bytes).toBe(before);
    cache.clear();
    expect(cache.usage).toMatchObject({ entries: 0, bytes: 0 });
  });

  it('keeps the compressed forms of a reloaded response that has not changed', async () => {
    const { cache, pass } = start();
    let last = 0;
    const load = () => Promise.resolve(Array.from({ length: 1_000 }, (_, i) => i + last));
    const give = async () => (await cache.getOrLoad(['a'], load)).stored;
    const gzip = await (await give()).in('gzip');
    const { bytes } = cache.usage;
    pass(3 * ttlSeconds);
    expect((await give()).in('gzip')).toBe(gzip);
    expect(cache.usage.bytes).toBe(bytes);
    last = 1;
    pass(3 * ttlSeconds);
    expect((await give()).in('gzip')).toBeInstanceOf(Promise);
  });

  it('returns but does not store a response larger than an eighth of its bytes', async () => {
    const { cache, ask } = start();
    await ask('small');
    const long = 'x'.repeat(200_000);
    const { stored } = await cache.getOrLoad(['long'], () => Promise.resolve(long));
    expect(stored.identity.body.length).toBe(200_002);
    expect(cache.usage.entries).toBe(1);
  });

  it('reloads only the outdated group', async () => {
    const { ask, cache, isKnown } = start();
    await ask('board', '/board', 'leaderboard');
    await ask('other');
    cache.invalidate('leaderboard');
    expect(isKnown('/board')).toBe(false);
    expect(await ask('board', '/board', 'leaderboard')).toEqual({ body: 3, result: 'miss' });
    expect(await ask('other')).toEqual({ body: 2, result: 'hit' });
  });

  it('does not treat a response as fresh if it became outdated while loading', async () => {
    const { ask, cache } = start();
    const asking = ask('board', '/board', 'leaderboard');
    cache.invalidate('leaderboard');
    await asking;
    expect(await ask('board', '/board', 'leaderboard')).toEqual({ body: 2, result: 'miss' });
  });

  it('still returns an outdated response if loading fails', async () => {
    const { ask, cache, source } = start();
    await ask('board', '/board', 'leaderboard');
    cache.invalidate('leaderboard');
    source.error = new Error('The database is gone.');
    expect(await ask('board', '/board', 'leaderboard')).toEqual({ body: 1, result: 'stale' });
  });

  it('limits simultaneous loads and rejects others immediately', async () => {
    const { cache } = start();
    let end = () => {};
    const ended = new Promise<void>((resolve) => (end = resolve));
    const waiting = (key: string) => cache.getOrLoad([key], () => ended.then(() => key));
    const asking = Array.from({ length: 64 }, (_, i) => waiting(String(i)));
    expect(cache.isBusy).toBe(true);
    await expect(waiting('one more')).rejects.toThrow(ServiceUnavailableException);
    end();
    await Promise.all(asking);
    expect(cache.isBusy).toBe(false);
    await expect(waiting('one more')).resolves.toMatchObject({ result: 'miss' });
  });

  it('has space for other responses while the rest of a load needs no database', async () => {
    const { cache } = start();
    let draw: (picture: string) => void = () => {};
    const drawn = new Promise<string>((resolve) => (draw = resolve));
    const drawing = Array.from({ length: 64 }, (_, i) =>
      cache.getOrLoad(['picture', i], () => Promise.resolve(new AfterLoad(() => drawn))),
    );
    await new Promise(setImmediate);
    await expect(cache.getOrLoad(['other'], () => Promise.resolve(1))).resolves.toMatchObject({ result: 'miss' });
    draw('picture');
    await expect(drawing[0]).resolves.toMatchObject({ result: 'miss' });
  });

  it('fails at one deadline, even if a response needs several reads', async () => {
    const { cache } = start();
    jest.useFakeTimers();
    try {
      const read = () => new Promise((resolve) => setTimeout(resolve, 1_500));
      const asking = cache.getOrLoad(['event'], () => read().then(read));
      const failing = expect(asking).rejects.toThrow(DeadlineExceeded);
      await jest.advanceTimersByTimeAsync(2_100);
      await failing;
    } finally {
      jest.useRealTimers();
    }
  });

  it.each([
    ['older than twice its time', () => {}],
    ['outdated', (cache: ResponseCache) => cache.invalidate('board')],
  ])('returns a response that is %s during an overload, until it is too old', async (_which, invalidate) => {
    const { ask, cache, faults, pass, source } = start();
    await ask('a', '/a', 'board');
    invalidate(cache);
    pass(59);
    jest.spyOn(cache, 'isBusy', 'get').mockReturnValue(true);
    expect(await ask('a', '/a', 'board')).toEqual({ body: 1, result: 'stale' });
    expect(source.asked).toBe(1);
    // Nothing has failed, so the log is empty.
    expect(faults.warn).not.toHaveBeenCalled();
    pass(2);
    await expect(ask('a', '/a', 'board')).rejects.toThrow(ServiceUnavailableException);
  });

  it('lets a load see that its deadline has passed', async () => {
    const { cache } = start({ databaseDeadlineSeconds: 0.01 });
    let caller: Caller | undefined;
    const load = () => {
      caller = currentCaller();
      return new Promise(() => {});
    };
    const loading = cache.getOrLoad(['a'], load);
    expect(caller?.isGone()).toBe(false);
    await expect(loading).rejects.toBeInstanceOf(DeadlineExceeded);
    expect(caller?.isGone()).toBe(true);
  });

  it.each([
    ['overload', 'waits in a queue for most of its time', 8, ServiceUnavailableException],
    ['failure', 'waits in a queue for a short time', 2, DeadlineExceeded],
  ])('treats it as an %s if a load that it needs %s', async (_what, _when, tenths, error) => {
    const { cache } = start();
    jest.useFakeTimers();
    try {
      const queue = (begin: () => Promise<unknown>) =>
        new Promise((resolve) => setTimeout(resolve, tenths * 200)).then(begin);
      const inner = () => runQueued(queue, () => new Promise(() => {}));
      const loading = cache.getOrLoad(['outer'], async () => (await cache.getOrLoad(['inner'], inner)).result);
      const failing = expect(loading).rejects.toBeInstanceOf(error);
      await jest.advanceTimersByTimeAsync(2_100);
      await failing;
    } finally {
      jest.useRealTimers();
    }
  });

  it('gives a response the age of the response that it is made from', async () => {
    const { cache, ask, pass } = start();
    await ask('inner');
    pass(ttlSeconds - 1);
    const outer = () => cache.getOrLoad(['outer'], async () => (await ask('inner')).body);
    expect((await outer()).result).toBe('miss');
    pass(0.999);
    expect((await outer()).result).toBe('hit');
    pass(0.001);
    expect((await outer()).result).toBe('stale');
  });
});
