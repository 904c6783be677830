import { DeadlineExceeded } from './deadlines.js';
import { Reads } from './reads.js';

const deadlineMs = 1_000;

/** Named reads that run until the test ends them. */
function start(poolSize: number) {
  const reads = new Reads(poolSize, deadlineMs);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const failed: string[] = [];
  const run = (kind: string, name: string) => {
    const read = () => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    };
    const outcome = reads.run(kind, read);
    outcome.catch((error: unknown) => error instanceof DeadlineExceeded && failed.push(name));
    return outcome;
  };
  return { reads, run, begun, failed, end: (name: string) => ends.get(name)?.() };
}

/** Returns a time after a deadline at which the shared timer of all deadlines has fired. */
const past = (ms: number) => ms + 100;

describe('Reads', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('ends a read at its deadline, whether it waits or runs', async () => {
    const { reads, run, begun, failed, end } = start(4);
    const first = ['a1', 'a2', 'a3', 'b1'].map((name) => run(name.charAt(0), name));
    void run('a', 'behind its own kind');
    void run('b', 'for a connection');
    await jest.advanceTimersByTimeAsync(700);
    expect(begun).toEqual(['a1', 'a2', 'a3', 'b1']);
    expect(reads.waiting).toBe(1);
    for (const name of ['a1', 'a2', 'a3', 'b1']) end(name);
    await Promise.all(first);
    expect(begun.slice(4)).toEqual(['for a connection', 'behind its own kind']);
    await jest.advanceTimersByTimeAsync(past(300));
    expect(failed.sort()).toEqual(['behind its own kind', 'for a connection']);
  });

  it('does not start a read that has failed, and starts the next one', async () => {
    const { run, begun, failed, end } = start(1);
    void run('a', 'stuck');
    void run('a', 'too late');
    await jest.advanceTimersByTimeAsync(past(deadlineMs));
    expect(failed).toEqual(['stuck', 'too late']);
    const next = run('a', 'next');
    await jest.advanceTimersByTimeAsync(0);
    expect(begun).toEqual(['stuck']);
    end('stuck');
    await jest.advanceTimersByTimeAsync(0);
    expect(begun).toEqual(['stuck', 'next']);
    end('next');
    await expect(next).resolves.toBe('next');
  });

  it('keeps no timer after all reads have ended', async () => {
    const { run, end } = start(1);
    const read = run('a', 'short');
    await jest.advanceTimersByTimeAsync(0);
    end('short');
    await expect(read).resolves.toBe('short');
    await jest.advanceTimersByTimeAsync(past(0));
    expect(jest.getTimerCount()).toBe(0);
  });
});

it.each([
  ['again when its connection was lost', 'ECONNRESET', 2],
  ['again when the database opens no more connections', '53300', 2],
  ['once when it took too long in PostgreSQL', '57014', 1],
  ['once when its table is missing', '42P01', 1],
  ['once when nobody listens', 'ECONNREFUSED', 1],
])('runs a read %s', async (_when, code, times) => {
  const read = jest
    .fn()
    .mockRejectedValueOnce(Object.assign(new Error('failed'), { code }))
    .mockResolvedValue('read');
  await new Reads(1, deadlineMs).run('a', read).catch(() => {});
  expect(read).toHaveBeenCalledTimes(times);
});

it('retries a read if its connection took too long to open', async () => {
  const read = jest.fn().mockRejectedValueOnce(new Error('Connection terminated due to connection timeout'));
  await new Reads(1, deadlineMs).run('a', read);
  expect(read).toHaveBeenCalledTimes(2);
});

it('retries a read until its connection holds, if sessions are ended one after the other', async () => {
  const endsAtMs = performance.now() + 30;
  const read = () =>
    performance.now() < endsAtMs ? Promise.reject(new Error('Connection terminated')) : Promise.resolve('read');
  await expect(new Reads(1, deadlineMs).run('a', read)).resolves.toBe('read');
});
