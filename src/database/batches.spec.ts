import { inBatches } from './batches.js';

/** A read of numbers that doubles them and remembers which came together. */
function start(fail: (keys: readonly number[]) => Error | undefined = () => undefined) {
  const statements: number[][] = [];
  const double = inBatches((keys: readonly number[]) => {
    statements.push([...keys]);
    const error = fail(keys);
    return error ? Promise.reject(error) : Promise.resolve(keys.map((key) => key * 2));
  });
  return { double, statements };
}

const upTo = (count: number) => Array.from({ length: count }, (_, key) => key);

describe('inBatches', () => {
  it('answers each what it asked for', async () => {
    const { double } = start();
    await expect(Promise.all(upTo(100).map(double))).resolves.toEqual(upTo(100).map((key) => key * 2));
  });

  it('makes one statement of what is asked for at once, of at most 16 keys', async () => {
    const { double, statements } = start();
    await Promise.all(upTo(35).map(double));
    expect(statements.map((keys) => keys.length)).toEqual([16, 16, 3]);
  });

  it('asks at once for a single key', async () => {
    const { double, statements } = start();
    await double(1);
    await double(2);
    expect(statements).toEqual([[1], [2]]);
  });

  it('asks again for what was asked for before', async () => {
    const { double, statements } = start();
    await Promise.all([double(1), double(1)]);
    await double(1);
    expect(statements.flat()).toEqual([1, 1, 1]);
  });

  it.each([
    ['a number that is too large', new RangeError('too large')],
    ['a data exception of PostgreSQL', Object.assign(new Error('overflow'), { code: '22003' })],
  ])('fails only who asked for it with %s', async (_what, error) => {
    const { double } = start((keys) => (keys.includes(3) ? error : undefined));
    const outcomes = await Promise.allSettled(upTo(5).map(double));
    expect(outcomes.map(({ status }) => status)).toEqual([
      ...['fulfilled', 'fulfilled', 'fulfilled'],
      ...['rejected', 'fulfilled'],
    ]);
    await expect(double(3)).rejects.toBe(error);
  });

  it('fails all of a statement that the database does not answer, without asking it for each', async () => {
    const gone = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    const { double, statements } = start(() => gone);
    const outcomes = await Promise.allSettled(upTo(5).map(double));
    expect(outcomes).toEqual(upTo(5).map(() => ({ status: 'rejected', reason: gone })));
    expect(statements).toHaveLength(1);
  });
});
