import { ServiceUnavailableException } from '@nestjs/common';
import { Config } from '../config/config.js';
import { FaultLog } from '../logging/fault-log.js';
import { OperationCall } from './operation-call.js';
import { CacheEntry, ResponseCache } from './response-cache.js';

const ttlSeconds = 10;

/** A cache whose clock stands still, and a call that answers how often it was carried out. */
function start(settings: Partial<Config> = {}) {
  let nowMs = 0;
  const config = { cacheTtlSeconds: ttlSeconds, cacheStaleSeconds: 60, cacheMaxMegabytes: 1, ...settings } as Config;
  const faults = { warn: jest.fn() };
  const cache = new ResponseCache(config, { now: () => new Date(nowMs) }, faults as unknown as FaultLog);
  const source = { carriedOut: 0, error: undefined as Error | undefined };
  const callOf = (key: string, group?: string) =>
    new OperationCall(key, group, async () => {
      source.carriedOut += 1;
      if (source.error) throw source.error;
      return source.carriedOut;
    });
  const ask = async (key = 'a', url = `/${key}`, group?: string) => {
    const { response, result } = await cache.answer(callOf(key, group), url);
    return { body: Number(response.identity.body.toString()), result };
  };
  const isKnown = (url: string) => cache.peek(url) !== undefined;
  const pass = (seconds: number) => (nowMs += seconds * 1000);
  return { cache, source, faults, callOf, ask, isKnown, pass };
}

/** Lets what was begun behind the scenes end. */
const settle = () => new Promise(setImmediate);

describe('ResponseCache', () => {
  it('keeps an answer while it is fresh', async () => {
    const { ask, pass } = start();
    expect(await ask()).toEqual({ body: 1, result: 'miss' });
    pass(ttlSeconds - 0.001);
    expect(await ask()).toEqual({ body: 1, result: 'hit' });
  });

  it('asks once, however many ask for the same at once', async () => {
    const { ask } = start();
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask()));
    expect(new Set(answers.map(({ body }) => body))).toEqual(new Set([1]));
  });

  it('asks for different calls one by one', async () => {
    const { ask } = start();
    expect([await ask('a'), await ask('b')]).toMatchObject([{ body: 1 }, { body: 2 }]);
  });

  it('gives what is no longer fresh for as long again, while one request asks anew', async () => {
    const { ask, pass, source } = start();
    await ask();
    pass(ttlSeconds);
    expect(await Promise.all([ask(), ask(), ask()])).toEqual(
      Array.from({ length: 3 }, () => ({ body: 1, result: 'stale' })),
    );
    await settle();
    expect(source.carriedOut).toBe(2);
    expect(await ask()).toEqual({ body: 2, result: 'hit' });
  });

  it('waits for a new answer once the old one is older than that', async () => {
    const { ask, pass } = start();
    await ask();
    pass(2 * ttlSeconds);
    expect(await ask()).toEqual({ body: 2, result: 'miss' });
  });

  it('falls back on an old answer when asking fails, until that is too old', async () => {
    const { ask, pass, source, faults } = start();
    await ask();
    source.error = new Error('The database is gone.');
    pass(60);
    expect(await ask()).toEqual({ body: 1, result: 'stale' });
    expect(faults.warn).toHaveBeenCalledTimes(1);
    pass(0.001);
    await expect(ask()).rejects.toThrow('The database is gone.');
  });

  it('does not fall back where the operator does not want that', async () => {
    const { ask, pass, source } = start({ cacheStaleSeconds: 0 });
    await ask();
    source.error = new Error('The database is gone.');
    pass(2 * ttlSeconds);
    await expect(ask()).rejects.toThrow('The database is gone.');
  });

  it('keeps no failure', async () => {
    const { ask, source } = start();
    source.error = new Error('The database is gone.');
    await expect(ask()).rejects.toThrow('The database is gone.');
    source.error = undefined;
    expect(await ask()).toEqual({ body: 2, result: 'miss' });
  });

  it('keeps nothing when it is off', async () => {
    const { ask, cache } = start({ cacheTtlSeconds: 0 });
    expect([await ask(), await ask()]).toEqual([
      { body: 1, result: 'none' },
      { body: 2, result: 'none' },
    ]);
    expect(cache.usage.entries).toBe(0);
  });

  it('knows answers by the URLs that asked for them', async () => {
    const { ask, cache, isKnown, pass } = start();
    await ask('a', '/a');
    await ask('a', '/a?utm_source=x');
    expect([isKnown('/a'), isKnown('/a?utm_source=x'), isKnown('/b')]).toEqual([true, true, false]);
    expect(cache.use(cache.peek('/a?utm_source=x') as CacheEntry)?.result).toBe('hit');
    pass(2 * ttlSeconds);
    expect(isKnown('/a')).toBe(false);
  });

  it('remembers a few URLs of an answer, not as many as somebody makes up', async () => {
    const { ask, isKnown } = start();
    for (let i = 0; i < 100; i++) await ask('a', `/a?x=${i}`);
    expect(Array.from({ length: 100 }, (_, i) => isKnown(`/a?x=${i}`)).filter(Boolean)).toHaveLength(8);
  });

  it('stays within its bytes, and keeps what is used', async () => {
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

  it('counts its bytes back to none', async () => {
    const { ask, cache } = start();
    for (let i = 0; i < 100; i++) await ask(`a${i % 10}`, `/a?${i}`);
    cache.clear();
    expect(cache.usage).toMatchObject({ entries: 0, bytes: 0 });
  });

  it('counts compressed forms from when they are made, once, and makes room for them', async () => {
    const { cache } = start();
    const load = () => Promise.resolve(Array.from({ length: 30_000 }, (_, i) => i));
    const give = async (key: string) =>
      (await cache.answer(new OperationCall(key, undefined, load), `/${key}`)).response;
    const long = [await give('a'), await give('b'), await give('c')];
    const { bytes, entries } = cache.usage;
    expect(entries).toBe(3);
    const made = long.map((response) => response.in('gzip').byteLength);
    const shown = () => cache.usage.bytes;
    expect(shown()).toBe(bytes + made.reduce((sum, length) => sum + length, 0));
    long[0]?.in('gzip');
    expect(shown()).toBe(bytes + made.reduce((sum, length) => sum + length, 0));
    for (const key of ['d', 'e', 'f', 'g', 'h']) (await give(key)).in('br');
    expect(cache.usage.entries).toBeLessThan(8);
    expect(cache.usage.bytes).toBeLessThanOrEqual(cache.usage.maxBytes);
    // One that made room already is no longer counted.
    const before = shown();
    long[0]?.in('br');
    expect(shown()).toBe(before);
    cache.clear();
    expect(cache.usage).toMatchObject({ entries: 0, bytes: 0 });
  });

  it('asks anew for a group that is outdated, and only for that', async () => {
    const { ask, cache, isKnown } = start();
    await ask('board', '/board', 'leaderboard');
    await ask('other');
    cache.outdate('leaderboard');
    expect(isKnown('/board')).toBe(false);
    expect(await ask('board', '/board', 'leaderboard')).toEqual({ body: 3, result: 'miss' });
    expect(await ask('other')).toEqual({ body: 2, result: 'hit' });
  });

  it('does not keep as fresh what was being asked for while it was outdated', async () => {
    const { ask, cache } = start();
    const asking = ask('board', '/board', 'leaderboard');
    cache.outdate('leaderboard');
    await asking;
    expect(await ask('board', '/board', 'leaderboard')).toEqual({ body: 2, result: 'miss' });
  });

  it('still falls back on what is outdated', async () => {
    const { ask, cache, source } = start();
    await ask('board', '/board', 'leaderboard');
    cache.outdate('leaderboard');
    source.error = new Error('The database is gone.');
    expect(await ask('board', '/board', 'leaderboard')).toEqual({ body: 1, result: 'stale' });
  });

  it('asks for no more than so many answers at a time, and says so to the rest at once', async () => {
    const { cache } = start();
    let end = () => {};
    const ended = new Promise<void>((resolve) => (end = resolve));
    const waiting = (key: string) => cache.answer(new OperationCall(key, undefined, () => ended.then(() => key)), key);
    const asking = Array.from({ length: 64 }, (_, i) => waiting(String(i)));
    expect(cache.isBusy).toBe(true);
    await expect(waiting('one more')).rejects.toThrow(ServiceUnavailableException);
    end();
    await Promise.all(asking);
    expect(cache.isBusy).toBe(false);
    await expect(waiting('one more')).resolves.toMatchObject({ result: 'miss' });
  });
});
