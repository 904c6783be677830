import { setImmediate } from 'node:timers/promises';
import { ConcurrencyLimit } from './concurrency-limit.js';

/** Named actions that run until the test ends them. */
function start(most: number) {
  const limit = new ConcurrencyLimit(most);
  const running = new Map<string, { succeed: () => void; fail: (error: Error) => void }>();
  const run = (name: string) =>
    limit.run(
      () =>
        new Promise<string>((resolve, reject) => {
          running.set(name, {
            succeed: () => (running.delete(name), resolve(name)),
            fail: (error) => (running.delete(name), reject(error)),
          });
        }),
    );
  return { limit, run, running, names: () => [...running.keys()] };
}

describe('ConcurrencyLimit', () => {
  it('runs up to the maximum at once and the others in order, after both successes and failures', async () => {
    const { run, running, names } = start(2);
    const outcomes = Promise.allSettled(['a', 'b', 'c', 'd'].map(run));
    expect(names()).toEqual(['a', 'b']);
    running.get('b')?.fail(new Error('b failed'));
    await setImmediate();
    expect(names()).toEqual(['a', 'c']);
    running.get('a')?.succeed();
    await setImmediate();
    expect(names()).toEqual(['c', 'd']);
    running.get('c')?.succeed();
    running.get('d')?.succeed();
    expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    const later = ['e', 'f', 'g'].map(run);
    expect(names()).toEqual(['e', 'f']);
    running.get('f')?.succeed();
    await setImmediate();
    for (const name of ['e', 'g']) running.get(name)?.succeed();
    await Promise.all(later);
  });

  it('runs no more than a lowered maximum, and starts waiting actions when the maximum rises', async () => {
    const { limit, run, running, names } = start(3);
    const all = ['a', 'b', 'c', 'd', 'e', 'f'].map(run);
    limit.setMax(1);
    running.get('a')?.succeed();
    running.get('b')?.succeed();
    await setImmediate();
    expect(names()).toEqual(['c']);
    running.get('c')?.succeed();
    await setImmediate();
    expect(names()).toEqual(['d']);
    limit.setMax(3);
    await setImmediate();
    expect(names()).toEqual(['d', 'e', 'f']);
    for (const name of ['d', 'e', 'f']) running.get(name)?.succeed();
    await Promise.all(all);
    expect(limit.isIdle).toBe(true);
  });
});
