import DataLoader from 'dataloader';
import { Prisma } from '../../generated/prisma/client.js';

// The fixed cost of a statement is shared by its calls. With more calls the first caller would wait for the last.
const defaultBatchSize = 16;

/** A statement with its values, such as a `Prisma.Sql`. */
export type Statement = Pick<Prisma.Sql, 'text' | 'values'>;

/**
 * Combines statements with the same text that arrive while the process handles other requests: one statement for many
 * calls saves most of the round trips to PostgreSQL. A statement returns at most one row, and each of its values has a
 * cast, for example `${id}::bigint`.
 */
export class Batches {
  private readonly loaders = new Map<string, DataLoader<Prisma.Sql, unknown>>();

  constructor(private readonly read: (statement: Statement) => Promise<object[]>) {}

  /** Returns the row of a statement. Null without a row, or if all its columns are null. */
  row<Row>(statement: Prisma.Sql, maxBatchSize = defaultBatchSize): Promise<Row | null> {
    const text = statement.sql;
    let loader = this.loaders.get(text);
    if (loader === undefined) {
      const combine = combinerOf(statement.strings);
      const batchScheduleFn = (send: () => void) => void setImmediate(send);
      const readAll = (statements: readonly Prisma.Sql[]) => this.readAll(statements, combine);
      loader = new DataLoader(readAll, { cache: false, maxBatchSize, batchScheduleFn });
      this.loaders.set(text, loader);
    }
    return loader.load(statement) as Promise<Row | null>;
  }

  private async readAll(statements: readonly Prisma.Sql[], combine: Combine): Promise<(object | Error | null)[]> {
    try {
      const rows = await this.read(combine(statements));
      return rows.map((row) => (Object.values(row).some((value) => value !== null) ? row : null));
    } catch (error) {
      if (!isOfValue(error)) throw error;
      if (statements.length === 1) return [error as Error];
      return (await Promise.all(statements.map((statement) => this.readAll([statement], combine)))).flat();
    }
  }
}

type Combine = (statements: readonly Prisma.Sql[]) => Statement;

/** Joins a statement to a table with the values of each call. Each call has one row in the result, in the given order. */
function combinerOf(strings: readonly string[]): Combine {
  const types = strings.slice(1).map((part) => {
    const [, type] = /^::(\w+)/.exec(part) ?? [];
    if (type === undefined) throw new Error(`A value has no cast in: ${strings.join('?')}`);
    return type;
  });
  const text = strings.reduce((before, part, index) => `${before}batch.v${index}${part}`);
  const names = types.map((_, index) => `v${index + 1}`);
  const end = `) WITH ORDINALITY batch(${names.join(', ')}, place)
    LEFT JOIN LATERAL (${text}) q ON TRUE
    ORDER BY batch.place`;
  const arrays = types.map((type, index) => `$${index + 1}::${type}[]`);
  const combined = `SELECT q.* FROM unnest(${arrays.join(', ')}${end}`;
  return (statements) => ({
    text: combined,
    values: types.map((_, index) => statements.map(({ values }) => values[index])),
  });
}

/** True if the error concerns a single value. The reads of the other calls should not fail then. */
function isOfValue(error: unknown): boolean {
  // Class 22 of PostgreSQL's error codes contains data exceptions.
  return error instanceof RangeError || (error as NodeJS.ErrnoException).code?.startsWith('22') === true;
}
