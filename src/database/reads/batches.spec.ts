import { inBatches } from './batches.js';

/** Reads that double numbers and record which numbers were read together. */
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
  it('returns to each caller the value of its key', async () => {
    const { double } = start();
    await expect(Promise.all(upTo(100).map(double))).resolves.toEqual(upTo(100).map((key) => key * 2));
  });

  it('combines simultaneous reads into statements of at most 16 keys', async () => {
    const { double, statements } = start();
    await Promise.all(upTo(35).map(double));
    expect(statements.map((keys) => keys.length)).toEqual([16, 16, 3]);
  });

  it('reads a single key immediately', async () => {
    const { double, statements } = start();
    await double(1);
    await double(2);
    expect(statements).toEqual([[1], [2]]);
  });

  it('reads a key again after the earlier read has ended', async () => {
    const { double, statements } = start();
    await Promise.all([double(1), double(1)]);
    await double(1);
    expect(statements.flat()).toEqual([1, 1, 1]);
  });

  it.each([
    ['a number that is too large', new RangeError('too large')],
    ['a data exception of PostgreSQL', Object.assign(new Error('overflow'), { code: '22003' })],
  ])('fails only the caller of the wrong key with %s', async (_what, error) => {
    const { double } = start((keys) => (keys.includes(3) ? error : undefined));
    const outcomes = await Promise.allSettled(upTo(5).map(double));
    expect(outcomes.map(({ status }) => status)).toEqual([
      ...['fulfilled', 'fulfilled', 'fulfilled'],
      ...['rejected', 'fulfilled'],
    ]);
    await expect(double(3)).rejects.toBe(error);
  });

  it('fails all reads of a statement if the database does not respond, without reading each key alone', async () => {
    const gone = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    const { double, statements } = start(() => gone);
    const outcomes = await Promise.allSettled(upTo(5).map(double));
    expect(outcomes).toEqual(upTo(5).map(() => ({ status: 'rejected', reason: gone })));
    expect(statements).toHaveLength(1);
  });
});
