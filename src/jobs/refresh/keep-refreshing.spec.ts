import { setTimeout as sleep } from 'node:timers/promises';
import { repeatEvery } from './keep-refreshing.js';

describe('repeatEvery', () => {
  it('repeats at equal intervals between starts', async () => {
    const stop = new AbortController();
    const starts: number[] = [];
    const distances = () => starts.slice(1).map((start, i) => start - (starts[i] ?? 0));
    // With the interval after the end, no distance would be below 500 ms. A busy machine may need several turns.
    const isShort = (ms: number) => ms < 490;
    const begunAt = performance.now();
    await repeatEvery(
      300,
      stop.signal,
      async () => {
        starts.push(performance.now());
        await sleep(200);
        if (distances().some(isShort) || starts.length === 50) stop.abort();
      },
      fail,
    );
    expect(distances().some(isShort)).toBe(true);
    // Without a wait, all distances would be about 200 ms. Timers may be a millisecond early.
    const waits = starts.length - 1;
    expect((starts.at(-1) ?? 0) - begunAt).toBeGreaterThanOrEqual(waits * 299);
  });

  it('reports failures and continues', async () => {
    const stop = new AbortController();
    const errors: unknown[] = [];
    await repeatEvery(
      1,
      stop.signal,
      () => {
        if (errors.length === 2) stop.abort();
        return Promise.reject(new Error(`failure ${errors.length}`));
      },
      (error) => errors.push(error),
    );
    // The third failure is not reported, since the loop was stopped.
    expect(errors).toEqual([new Error('failure 0'), new Error('failure 1')]);
  });

  it('ends its wait when it is stopped', async () => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 20);
    const startedAt = performance.now();
    await repeatEvery(60_000, stop.signal, () => Promise.resolve(), fail);
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });

  it('does nothing if it is already stopped', async () => {
    const action = jest.fn(() => Promise.resolve());
    await repeatEvery(1, AbortSignal.abort(), action, fail);
    expect(action).not.toHaveBeenCalled();
  });
});

function fail(error: unknown): never {
  throw error;
}
