import { EventEmitter } from 'node:events';
import type pg from 'pg';
import { SessionAttrs } from '../config/database-hosts.js';
import { HostTurns } from './host-turns.js';
import { ReaderHost } from './reader-host.js';
import { ReaderHosts } from './reader-hosts.js';

const maxLagMs = 30_000;

function hostOf(name: string, wanted: SessionAttrs = 'any'): ReaderHost {
  return new ReaderHost(name, new EventEmitter() as pg.Pool, new HostTurns(8), wanted, maxLagMs);
}

const primary = { is_standby: false, is_caught_up: false, replayed_ago_ms: null };
const fresh = { is_standby: true, is_caught_up: true, replayed_ago_ms: 0 };
const late = { is_standby: true, is_caught_up: false, replayed_ago_ms: maxLagMs + 1 };

/** Where so many reads go that are asked one after the other. */
async function namesOf(hosts: ReaderHosts, times = 12): Promise<string[]> {
  const names: string[] = [];
  for (let i = 0; i < times; i++) names.push(await hosts.ask(({ name }) => Promise.resolve(name)));
  return [...new Set(names)].sort();
}

describe('ReaderHosts', () => {
  it.each([
    ['any', ['fresh', 'primary']],
    ['prefer-standby', ['fresh']],
    ['standby', ['fresh']],
    ['read-only', ['fresh']],
    ['primary', ['primary']],
    ['read-write', ['primary']],
  ] as const)('with target_session_attrs=%s reads %j', async (wanted, expected) => {
    const all = [hostOf('primary', wanted), hostOf('fresh', wanted), hostOf('late', wanted), hostOf('away', wanted)];
    const [first, second, third, fourth] = all as [ReaderHost, ReaderHost, ReaderHost, ReaderHost];
    first.noteState(primary, 0);
    second.noteState(fresh, 0);
    third.noteState(late, 0);
    fourth.noteFailure();
    expect(await namesOf(new ReaderHosts(all))).toEqual(expected);
  });

  it('prefers the primary to a standby that lags, that to one that is away, and reads that where there is nothing else', async () => {
    const [one, two, three] = [hostOf('one', 'prefer-standby'), hostOf('two', 'prefer-standby'), hostOf('three')];
    one.noteState(primary, 0);
    two.noteState(late, 0);
    three.noteFailure();
    expect(await namesOf(new ReaderHosts([one, two, three]))).toEqual(['one']);
    one.noteFailure();
    expect(await namesOf(new ReaderHosts([one, two, three]))).toEqual(['two']);
    two.noteFailure();
    expect(await namesOf(new ReaderHosts([one, two, three]))).toEqual(['one', 'three', 'two']);
  });

  it('asks the one that has the fewest reads', async () => {
    const [one, two] = [hostOf('one'), hostOf('two')];
    one.noteState(fresh, 0);
    two.noteState(fresh, 0);
    void one.run('a', () => new Promise(() => {}));
    expect(await namesOf(new ReaderHosts([one, two]))).toEqual(['two']);
  });

  it.each(['ECONNREFUSED', '57P03', '40001', '40P01', '57P01', '53300', '28P01', '42P01', '42703', '42883', '42501'])(
    'asks another one after %s, at once',
    async (code) => {
      const hosts = new ReaderHosts([hostOf('one'), hostOf('two'), hostOf('three')]);
      const asked = new Set<string>();
      const answer = await hosts.ask(({ name }) => {
        asked.add(name);
        return asked.size < 3 ? Promise.reject(Object.assign(new Error('no'), { code })) : Promise.resolve('yes');
      });
      expect(answer).toBe('yes');
    },
  );

  it('fails as the last one did if none answers, and at once where another would not do better', async () => {
    const hosts = new ReaderHosts([hostOf('one'), hostOf('two')]);
    const failing = (code: string) => {
      const read = jest.fn(() => Promise.reject(Object.assign(new Error(code), { code })));
      return { read, done: hosts.ask(read) };
    };
    const refused = failing('ECONNREFUSED');
    await expect(refused.done).rejects.toThrow('ECONNREFUSED');
    expect(refused.read).toHaveBeenCalledTimes(2);
    const cancelled = failing('57014');
    await expect(cancelled.done).rejects.toThrow('57014');
    expect(cancelled.read).toHaveBeenCalledTimes(1);
  });

  it('sends those elsewhere who still waited for a server when it failed', async () => {
    const host = new ReaderHost('one', new EventEmitter() as pg.Pool, new HostTurns(1));
    let end = () => {};
    const first = host.run('a', () => new Promise<void>((resolve) => (end = resolve)));
    const second = host.run('a', () => Promise.resolve());
    host.noteFailure();
    end();
    await first;
    await expect(second).rejects.toThrow('one does not answer.');
  });
});
