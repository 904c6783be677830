import fc from 'fast-check';
import { FixedWindowStorage } from './fixed-window.storage.js';

const ttlMs = 60_000;
const limit = 3;

/** A storage with a clock that stands still until it is moved. */
function start(maxClients?: number) {
  let nowMs = Date.UTC(2026, 9, 1);
  const storage = new FixedWindowStorage({ now: () => new Date(nowMs) }, maxClients);
  return {
    hit: (client: string) => storage.increment(client, ttlMs, limit),
    passMs: (ms: number) => void (nowMs += ms),
  };
}

describe('FixedWindowStorage', () => {
  it('blocks the first hit past the limit, and none before', async () => {
    const { hit } = start();
    const hits = [await hit('a'), await hit('a'), await hit('a'), await hit('a')];
    expect(hits.map(({ totalHits }) => totalHits)).toEqual([1, 2, 3, 4]);
    expect(hits.map(({ isBlocked }) => isBlocked)).toEqual([false, false, false, true]);
  });

  it('says in how many seconds the window ends, rounded up, and that of a block only to who is blocked', async () => {
    const { hit, passMs } = start();
    expect(await hit('a')).toMatchObject({ timeToExpire: 60, timeToBlockExpire: 0 });
    passMs(1);
    expect(await hit('a')).toMatchObject({ timeToExpire: 60, timeToBlockExpire: 0 });
    passMs(58_999);
    expect(await hit('a')).toMatchObject({ timeToExpire: 1, timeToBlockExpire: 0 });
    passMs(999);
    expect(await hit('a')).toMatchObject({ timeToExpire: 1, timeToBlockExpire: 1 });
  });

  it('starts a window with the first hit after the one before has ended', async () => {
    const { hit, passMs } = start();
    for (let i = 0; i < 5; i++) await hit('a');
    passMs(ttlMs - 1);
    expect(await hit('a')).toMatchObject({ totalHits: 6, isBlocked: true });
    passMs(1);
    expect(await hit('a')).toMatchObject({ totalHits: 1, isBlocked: false, timeToExpire: 60 });
  });

  it('counts each client by itself', async () => {
    const { hit } = start();
    for (let i = 0; i < 4; i++) await hit('a');
    expect(await hit('b')).toMatchObject({ totalHits: 1, isBlocked: false });
  });

  it('forgets the client that came first when there are more than it may remember', async () => {
    const { hit } = start(2);
    await hit('a');
    await hit('b');
    await hit('c');
    expect(await hit('b')).toMatchObject({ totalHits: 2 });
    expect(await hit('c')).toMatchObject({ totalHits: 2 });
    expect(await hit('a')).toMatchObject({ totalHits: 1 });
    expect(await hit('b')).toMatchObject({ totalHits: 1 });
  });

  it('remembers as many clients as it may, and no window that has ended', async () => {
    const storage = new FixedWindowStorage({ now: () => new Date(nowMs) }, 1_000);
    let nowMs = 0;
    const remembered = () => (storage as unknown as { windows: Map<string, unknown> }).windows.size;
    for (let i = 0; i < 5_000; i++) await storage.increment(`client ${i}`, ttlMs, limit);
    expect(remembered()).toBe(1_000);
    nowMs = ttlMs;
    await storage.increment('client 6000', ttlMs, limit);
    expect(remembered()).toBe(1);
  });

  it('counts like a list of all hits would', async () => {
    const step = fc.record({ client: fc.constantFrom('a', 'b', 'c'), passedMs: fc.nat({ max: 25_000 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const { hit, passMs } = start();
        const naive = new HitList();
        let nowMs = 0;
        for (const { client, passedMs } of steps) {
          passMs(passedMs);
          nowMs += passedMs;
          expect(await hit(client)).toEqual(naive.hit(client, nowMs));
        }
      }),
    );
  });
});

/** The same counts the slow way: all hits are kept, and the windows found again by walking through them. */
class HitList {
  private readonly hits: { client: string; atMs: number }[] = [];

  hit(client: string, nowMs: number) {
    this.hits.push({ client, atMs: nowMs });
    const moments = this.hits.filter((hit) => hit.client === client).map(({ atMs }) => atMs);
    let startMs = nowMs;
    for (let first = moments[0]; first !== undefined; first = moments.find((atMs) => atMs >= startMs + ttlMs)) {
      startMs = first;
    }
    const totalHits = moments.filter((atMs) => atMs >= startMs).length;
    const timeToExpire = Math.ceil((startMs + ttlMs - nowMs) / 1000);
    const isBlocked = totalHits > limit;
    return { totalHits, timeToExpire, isBlocked, timeToBlockExpire: isBlocked ? timeToExpire : 0 };
  }
}
