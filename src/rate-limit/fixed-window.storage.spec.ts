import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { FixedWindowStorage } from './fixed-window.storage.js';

const windowMs = 60_000;

/** A storage with a clock that stands still until it is moved. */
function start(maxClients?: number) {
  let nowMs = Date.UTC(2026, 9, 1);
  const storage = new FixedWindowStorage({ now: () => new Date(nowMs) }, maxClients);
  const hit = (client: string) => storage.count(client, windowMs);
  return {
    hit,
    hits: (client: string) => hit(client).hits,
    passMs: (ms: number) => void (nowMs += ms),
    remembered: () => (storage as unknown as { windows: Map<string, unknown> }).windows.size,
  };
}

describe('FixedWindowStorage', () => {
  it('counts hits, and says how long the window lasts', () => {
    const { hit, passMs } = start();
    expect(hit('a')).toEqual({ hits: 1, endsInMs: 60_000 });
    passMs(1);
    expect(hit('a')).toEqual({ hits: 2, endsInMs: 59_999 });
    passMs(59_998);
    expect(hit('a')).toEqual({ hits: 3, endsInMs: 1 });
  });

  it('starts a window with the first hit after the one before has ended', () => {
    const { hit, hits, passMs } = start();
    for (let i = 0; i < 5; i++) hit('a');
    passMs(windowMs - 1);
    expect(hits('a')).toBe(6);
    passMs(1);
    expect(hit('a')).toEqual({ hits: 1, endsInMs: 60_000 });
  });

  it('counts each client by itself', () => {
    const { hit, hits } = start();
    for (let i = 0; i < 4; i++) hit('a');
    expect(hits('b')).toBe(1);
  });

  it('forgets the client that came first when there are more than it may remember', () => {
    const { hits } = start(2);
    expect(['a', 'b', 'c', 'b', 'c', 'a', 'b'].map(hits)).toEqual([1, 1, 1, 2, 2, 1, 1]);
  });

  it('forgets windows that have ended', () => {
    const { hit, passMs, remembered } = start();
    for (let i = 0; i < 5_000; i++) hit(`client ${i}`);
    passMs(windowMs);
    hit('another');
    expect(remembered()).toBe(1);
  });

  it('counts on when the clock is set back', () => {
    const { hit, hits, passMs, remembered } = start(2);
    hit('a');
    passMs(-windowMs);
    hit('b');
    passMs(windowMs);
    expect(hits('b')).toBe(1);
    passMs(windowMs);
    expect(['a', 'b', 'a', 'b'].map(hits)).toEqual([1, 1, 2, 2]);
    expect(remembered()).toBe(2);
  });

  it('takes bounded memory and time for a million addresses in one window', () => {
    const { hit, remembered } = start();
    const bytesBefore = heapBytes();
    const startedAt = performance.now();
    for (let i = 0; i < 1_000_000; i++) hit(`10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`);
    // A second or so; minutes, if each of them had to look for the one to forget.
    expect(performance.now() - startedAt).toBeLessThan(20_000);
    expect(heapBytes() - bytesBefore).toBeLessThan(40_000_000);
    expect(remembered()).toBe(100_000);
  });

  it('counts like a list of all hits would', () => {
    const step = fc.record({ client: fc.constantFrom('a', 'b', 'c'), passedMs: fc.nat({ max: 25_000 }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const { hit, passMs } = start();
        const naive = new HitList();
        let nowMs = 0;
        for (const { client, passedMs } of steps) {
          passMs(passedMs);
          nowMs += passedMs;
          expect(hit(client)).toEqual(naive.hit(client, nowMs));
        }
      }),
    );
  });
});

/** What is in use once the garbage is collected. */
function heapBytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

/** The same counts the slow way: all hits are kept, and the windows found again by walking through them. */
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
