import { pino } from 'pino';
import { WaitingClock } from '../../clock/waiting-clock.js';
import { CollectorState } from './collector-state.js';
import { Facts } from './facts.js';
import { ChannelProfile, Platform } from './platform.js';
import { SteadyClock } from './steady-clock.js';

class SetClock extends WaitingClock {
  ms = 0;

  override monotonicMs(): number {
    return this.ms;
  }

  override sleep(): Promise<void> {
    return Promise.resolve();
  }
}

const everyMs = 10_000;

it('asks for a channel again after a time, and forgets then those that are live no more', async () => {
  const clock = new SetClock();
  const asked: string[] = [];
  const platform = {
    mostIds: 100,
    budget: { left: 800, perMinute: 800 },
    findChannels: () => Promise.resolve<ChannelProfile[]>([]),
    countFollowers: (id: string) => {
      asked.push(id);
      return Promise.resolve(1);
    },
  } as unknown as Platform;
  const store = {
    listDue: (_what: unknown, ids: readonly string[]) => Promise.resolve({ ids: [...ids], fresh: ids.length }),
  };
  const facts = new Facts({
    ...{ platform, store, writer: { add: () => {} }, clock, moments: new SteadyClock(clock) },
    ...{ state: new CollectorState(), logger: pino({ level: 'silent' }), nameOf: () => undefined },
    ...{ everyMs, sweepEveryMs: 60_000 },
  });
  const gatherAt = async (ms: number, ...ids: string[]) => {
    clock.ms = ms;
    await facts.gather(ids, 2, ms, new AbortController().signal);
    return asked.splice(0);
  };
  expect(await gatherAt(0, 'a', 'b')).toEqual(['a', 'b']);
  expect(await gatherAt(5_000, 'a', 'b', 'c')).toEqual(['c']);
  expect(await gatherAt(9_999, 'a', 'b', 'c')).toEqual([]);
  expect(await gatherAt(10_000, 'a', 'd')).toEqual(['a', 'd']);
  expect(await gatherAt(15_000, 'c')).toEqual(['c']);
  const kept = Object.values(facts['asked']).map((times) => [...times.keys()]);
  expect(kept).toEqual([
    ['a', 'd', 'c'],
    ['a', 'd', 'c'],
  ]);
});
