import pg from 'pg';
import { PrismaService } from '../../src/database/prisma.service.js';

/** A node of a plan, as EXPLAIN answers it in JSON. */
export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: PlanNode[];
}

export interface Statement {
  text: string;
  values: unknown[];
}

/** The statements that an action sends to the database, with their parameters. */
export async function captureStatements(
  prisma: PrismaService,
  action: () => Promise<unknown>,
): Promise<[Statement, ...Statement[]]> {
  const statements: Statement[] = [];
  const pool = prisma.pool as unknown as { query(...args: unknown[]): unknown };
  const send = pool.query.bind(pool);
  pool.query = (...args) => {
    const [{ text, values = [] }, separate] = args as [Statement, unknown[] | undefined];
    statements.push({ text, values: separate ?? values });
    return send(...args);
  };
  try {
    await action();
  } finally {
    // The method of the class shows again.
    Reflect.deleteProperty(pool, 'query');
  }
  const [first, ...rest] = statements;
  if (!first) throw new Error('Nothing was sent to the database.');
  return [first, ...rest];
}

/**
 * How a statement was run with its parameters, every node of the plan, with the rows and blocks it took: as the server runs
 * it, which prepares it and has PostgreSQL plan it without looking at its parameters.
 */
export async function explainRun(prisma: PrismaService, { text, values }: Statement): Promise<PlanNode[]> {
  const parameters = values.length > 0 ? `(${values.map(literalOf).join()})` : '';
  // A connection that was used before, which has read the catalog.
  const client = await prisma.pool.connect();
  try {
    await client.query(`PREPARE explained AS ${text}`);
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE explained${parameters}`,
    );
    await client.query('DEALLOCATE explained');
    const plan = rows[0]?.['QUERY PLAN'][0].Plan;
    if (!plan) throw new Error('PostgreSQL answered no plan.');
    return flatten(plan);
  } finally {
    client.release();
  }
}

function literalOf(value: unknown): string {
  if (value === null) return 'NULL';
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map(textOf).join()}}`);
  return pg.escapeLiteral(textOf(value));
}

function textOf(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}

function flatten(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)];
}
