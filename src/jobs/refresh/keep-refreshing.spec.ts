import { SimulatedClock } from '../../../test/support/twitch/simulated-clock.js';
import { repeatEvery } from './keep-refreshing.js';

describe('repeatEvery', () => {
  let clock: SimulatedClock;

  beforeEach(() => void (clock = new SimulatedClock(0)));

  it('repeats at equal intervals between starts', async () => {
    const stop = new AbortController();
    const starts: number[] = [];
    const action = async () => {
      starts.push(clock.monotonicMs());
      await clock.sleep(200);
    };
    const repeating = repeatEvery(300, stop.signal, action, fail, clock);
    await clock.runUntil(850);
    stop.abort();
    await repeating;
    expect(starts).toEqual([0, 300, 600]);
  });

  it('reports failures and continues', async () => {
    const stop = new AbortController();
    const errors: unknown[] = [];
    const action = () => {
      if (errors.length === 2) stop.abort();
      return Promise.reject(new Error(`failure ${errors.length}`));
    };
    const repeating = repeatEvery(1, stop.signal, action, (error) => errors.push(error), clock);
    await clock.runUntil(10);
    await repeating;
    // The third failure is not reported, since the loop was stopped.
    expect(errors).toEqual([new Error('failure 0'), new Error('failure 1')]);
  });

  it('ends its wait when it is stopped', async () => {
    const stop = new AbortController();
    const repeating = repeatEvery(60_000, stop.signal, () => Promise.resolve(), fail, clock);
    await clock.runUntil(20);
    stop.abort();
    await repeating;
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
