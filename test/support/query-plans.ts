import pg from 'pg';
import { PrismaService } from '../../src/database/prisma.service.js';

/** A node of a plan, as EXPLAIN answers it in JSON. */
export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
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
export async function explainRun(prisma: PrismaService, statement: Statement): Promise<PlanNode[]> {
  // A connection that was used before, which has read the catalog.
  const client = await prisma.pool.connect();
  try {
    await client.query(`PREPARE explained AS ${statement.text}`);
    const plan = await explainPrepared(client, 'explained', statement);
    await client.query('DEALLOCATE explained');
    return plan;
  } finally {
    client.release();
  }
}

/** The same of a statement that the only connection has prepared before, as it was planned then. */
export async function explainKept(prisma: PrismaService, statement: Statement): Promise<PlanNode[]> {
  const client = await prisma.pool.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      'SELECT p.name FROM pg_catalog.pg_prepared_statements p WHERE p.statement = $1',
      [statement.text],
    );
    if (!rows[0]) throw new Error(`The connection has not prepared: ${statement.text}`);
    return await explainPrepared(client, rows[0].name, statement);
  } finally {
    client.release();
  }
}

async function explainPrepared(client: pg.ClientBase, name: string, { values }: Statement): Promise<PlanNode[]> {
  const parameters = values.length > 0 ? `(${values.map(literalOf).join()})` : '';
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE ${name}${parameters}`,
  );
  const plan = rows[0]?.['QUERY PLAN'][0].Plan;
  if (!plan) throw new Error('PostgreSQL answered no plan.');
  return flatten(plan);
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
