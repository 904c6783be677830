import { SimulatedClock } from '../../test/support/twitch/simulated-clock.js';
import { repeat, Repetition } from './repeat.js';

describe('repeat', () => {
  let clock: SimulatedClock;
  let stopping: AbortController;
  let starts: number[];

  beforeEach(() => {
    clock = new SimulatedClock(0);
    stopping = new AbortController();
    starts = [];
  });

  /** Repeats an action until a moment, and records when each run starts. */
  async function repeatUntil(moment: number, action: () => Promise<unknown>, given: Partial<Repetition> = {}) {
    const run = () => {
      starts.push(clock.monotonicMs());
      return action();
    };
    const repeating = repeat(run, { everyMs: 300, signal: stopping.signal, clock, ...given });
    await clock.runUntil(moment);
    stopping.abort();
    await repeating;
  }

  it('repeats at equal intervals between starts, and at once after a run that takes longer', async () => {
    const durations = [200, 300, 700, 0];
    await repeatUntil(1_300, () => clock.sleep(durations[starts.length - 1] ?? 0));
    expect(starts).toEqual([0, 300, 600, 1_300]);
  });

  it('counts failures, and waits longer after each one until a run succeeds', async () => {
    const results = ['first', false, 'third', 'fourth', true, 'last'];
    const errors: unknown[] = [];
    const action = () => {
      const result = results[starts.length - 1];
      return typeof result === 'string' ? Promise.reject(new Error(result)) : Promise.resolve(result);
    };
    const onError = (error: unknown, failures: number) => errors.push([(error as Error).message, failures]);
    await repeatUntil(500, action, { afterFailuresMs: [0, 10, 100], onError });
    expect(starts).toEqual([0, 0, 10, 110, 210]);
    await clock.runUntil(510);
    expect(errors).toEqual([
      ['first', 1],
      ['third', 3],
      ['fourth', 4],
    ]);
  });

  it('waits after a failure as long as after a success by default', async () => {
    await repeatUntil(700, () => Promise.reject(new Error()), { onError: () => {} });
    expect(starts).toEqual([0, 300, 600]);
  });

  it('ends with the error of a run, unless it was stopped', async () => {
    const action = () => Promise.reject(new Error('The database is away.'));
    await expect(repeatUntil(0, action)).rejects.toThrow('The database is away.');
    stopping = new AbortController();
    const stopped = () => {
      stopping.abort();
      return action();
    };
    await repeatUntil(0, stopped);
    expect(starts).toEqual([0, 0]);
  });

  it('ends its wait when it is stopped, and does nothing if it is already stopped', async () => {
    const idle = () => Promise.resolve();
    await repeatUntil(20, idle, { everyMs: 60_000 });
    await repeatUntil(20, idle);
    expect(starts).toEqual([0]);
  });
});
