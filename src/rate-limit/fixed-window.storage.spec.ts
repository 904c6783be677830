import fc from 'fast-check';
import { heapBytes } from '../../test/support/programs/heap-bytes.js';
import { FixedWindowStorage } from './fixed-window.storage.js';
import { propertyRuns } from '../../test/support/data/property-runs.js';

const windowMs = 60_000;

const limit = 4;

/** A storage with a clock that only the test moves. */
function start(maxClients?: number, blockMs = 0) {
  let nowMs = 5_000;
  const storage = new FixedWindowStorage({ now: () => new Date(0), monotonicMs: () => nowMs }, maxClients);
  const hit = (client: string) => storage.increment(client, windowMs, limit, blockMs);
  return {
    hit,
    spend: (client: string, units: number) => storage.increment(client, windowMs, limit, blockMs, 'default', units),
    hits: async (client: string) => (await hit(client)).totalHits,
    passMs: (ms: number) => void (nowMs += ms),
  };
}

const counted = (totalHits: number, seconds: number) => ({
  totalHits,
  timeToExpire: seconds,
  isBlocked: totalHits > limit,
  timeToBlockExpire: seconds,
});

describe('FixedWindowStorage', () => {
  it('counts requests, and returns the seconds until the window ends, rounded up', async () => {
    const { hit, passMs } = start();
    await expect(hit('a')).resolves.toEqual(counted(1, 60));
    passMs(1);
    await expect(hit('a')).resolves.toEqual(counted(2, 60));
    passMs(999);
    await expect(hit('a')).resolves.toEqual(counted(3, 59));
    passMs(58_999);
    await expect(hit('a')).resolves.toEqual(counted(4, 1));
    await expect(hit('a')).resolves.toEqual(counted(5, 1));
  });

  it('starts a window with the first request after the previous window', async () => {
    const { hit, hits, passMs } = start();
    for (let i = 0; i < 5; i++) await hit('a');
    passMs(windowMs - 1);
    await expect(hits('a')).resolves.toBe(6);
    passMs(1);
    await expect(hit('a')).resolves.toEqual(counted(1, 60));
  });

  it('counts each client separately', async () => {
    const { hit, hits } = start();
    for (let i = 0; i < 4; i++) await hit('a');
    await expect(hits('b')).resolves.toBe(1);
  });

  it('counts a request as several units up to the limit, and as one above the limit', async () => {
    const { spend, hits } = start();
    await expect(spend('a', 3)).resolves.toEqual(counted(3, 60));
    await expect(spend('a', 3)).resolves.toEqual(counted(4, 60));
    await expect(spend('a', 3)).resolves.toEqual(counted(5, 60));
    await expect(hits('a')).resolves.toBe(6);
  });

  it('blocks a client for the duration of the operation, from its first request above the limit', async () => {
    const { hit, hits, passMs } = start(undefined, 90_000);
    for (let i = 0; i < 4; i++) await hit('a');
    passMs(30_000);
    await expect(hit('a')).resolves.toEqual(counted(5, 90));
    passMs(89_999);
    await expect(hit('a')).resolves.toEqual(counted(6, 1));
    passMs(1);
    await expect(hits('a')).resolves.toBe(1);
  });

  it('forgets the client that was idle for longest if there are too many clients', async () => {
    const { hits } = start(2);
    const counts: number[] = [];
    for (const client of ['a', 'b', 'a', 'c', 'a', 'b']) counts.push(await hits(client));
    expect(counts).toEqual([1, 1, 2, 1, 3, 1]);
  });

  it('limits its memory if one window has far more addresses than the maximum', async () => {
    const { hit, hits } = start();
    const bytesBefore = heapBytes();
    for (let i = 0; i < 400_000; i++) await hit(`10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`);
    expect(heapBytes() - bytesBefore).toBeLessThan(40_000_000);
    await expect(hits('10.6.26.127')).resolves.toBe(2);
    await expect(hits('10.0.0.0')).resolves.toBe(1);
  });

  it('counts like a list of all hits', async () => {
    const step = fc.record({ client: fc.constantFrom('a', 'b', 'c'), passedMs: fc.nat({ max: 25_000 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const { hit, passMs } = start();
        const naive = new HitList();
        let nowMs = 0;
        for (const { client, passedMs } of steps) {
          passMs(passedMs);
          nowMs += passedMs;
          const { hits, endsInMs } = naive.hit(client, nowMs);
          await expect(hit(client)).resolves.toEqual(counted(hits, Math.ceil(endsInMs / 1000)));
        }
      }),
      propertyRuns(),
    );
  });
});

/** A slow reference: keeps all hits and derives the windows from them. */
class HitList {
  private readonly all: { client: string; atMs: number }[] = [];

  hit(client: string, nowMs: number) {
    this.all.push({ client, atMs: nowMs });
    const moments = this.all.filter((hit) => hit.client === client).map(({ atMs }) => atMs);
    let startMs = nowMs;
    for (let first = moments[0]; first !== undefined; first = moments.find((atMs) => atMs >= startMs + windowMs)) {
      startMs = first;
    }
    return { hits: moments.filter((atMs) => atMs >= startMs).length, endsInMs: startMs + windowMs - nowMs };
  }
}
