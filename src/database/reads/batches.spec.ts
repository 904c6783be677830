import { Prisma } from '../../generated/prisma/client.js';
import { Batches } from './batches.js';

/** Reads that double numbers and record which numbers were read together. */
function start(fail: (keys: readonly number[]) => Error | undefined = () => undefined) {
  const statements: number[][] = [];
  const batches = new Batches(({ values }) => {
    const [keys] = values as [number[]];
    statements.push(keys);
    const error = fail(keys);
    return error ? Promise.reject(error) : Promise.resolve(keys.map((key) => ({ doubled: key * 2 })));
  });
  const double = async (key: number) => {
    const row = await batches.row<{ doubled: number }>(Prisma.sql`SELECT 2 * ${key}::int AS doubled`);
    return row?.doubled;
  };
  return { double, statements };
}

const upTo = (count: number) => Array.from({ length: count }, (_, key) => key);

describe('Batches', () => {
  it('returns to each caller the row of its value', async () => {
    const { double } = start();
    await expect(Promise.all(upTo(100).map(double))).resolves.toEqual(upTo(100).map((key) => key * 2));
  });

  it('combines simultaneous calls into statements of at most 16 calls', async () => {
    const { double, statements } = start();
    await Promise.all(upTo(35).map(double));
    expect(statements.map((keys) => keys.length)).toEqual([16, 16, 3]);
  });

  it('sends a single call immediately', async () => {
    const { double, statements } = start();
    await double(1);
    await double(2);
    expect(statements).toEqual([[1], [2]]);
  });

  it('reads each of several equal values, also after the earlier read has ended', async () => {
    const { double, statements } = start();
    await Promise.all([double(1), double(1)]);
    await double(1);
    expect(statements.flat()).toEqual([1, 1, 1]);
  });

  it('returns null for a call without a row', async () => {
    const batches = new Batches(() => Promise.resolve([{ id: null, title: null }]));
    await expect(batches.row(Prisma.sql`SELECT s.id, s.title FROM streams s WHERE s.id = ${7}::bigint`)).resolves.toBe(
      null,
    );
  });

  it('rejects a value without a cast, whose type is unknown', () => {
    const batches = new Batches(() => Promise.resolve([]));
    expect(() => batches.row(Prisma.sql`SELECT ${1} AS one`)).toThrow('A value has no cast in: SELECT ? AS one');
  });

  it.each([
    ['a number that is too large', new RangeError('too large')],
    ['a data exception of PostgreSQL', Object.assign(new Error('overflow'), { code: '22003' })],
  ])('fails only the caller of the wrong value with %s', async (_what, error) => {
    const { double } = start((keys) => (keys.includes(3) ? error : undefined));
    const outcomes = await Promise.allSettled(upTo(5).map(double));
    expect(outcomes.map(({ status }) => status)).toEqual([
      ...['fulfilled', 'fulfilled', 'fulfilled'],
      ...['rejected', 'fulfilled'],
    ]);
    await expect(double(3)).rejects.toBe(error);
  });

  it('fails all calls of a statement if the database does not respond, without sending each call alone', async () => {
    const gone = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    const { double, statements } = start(() => gone);
    const outcomes = await Promise.allSettled(upTo(5).map(double));
    expect(outcomes).toEqual(upTo(5).map(() => ({ status: 'rejected', reason: gone })));
    expect(statements).toHaveLength(1);
  });
});
