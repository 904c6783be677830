import pg from 'pg';
import { PrismaService } from '../../../src/database/prisma.service.js';

/** A node of a plan in the JSON output of EXPLAIN. */
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
    // Makes the method of the class visible again.
    Reflect.deleteProperty(pool, 'query');
  }
  const [first, ...rest] = statements;
  if (!first) throw new Error('The action sent no statement to the database.');
  return [first, ...rest];
}

/**
 * Runs a statement with its parameters, and returns every node of the plan with its rows and blocks. As in the server, the
 * statement is prepared, and PostgreSQL plans it without its parameters.
 */
export async function explainRun(prisma: PrismaService, statement: Statement): Promise<PlanNode[]> {
  // A connection from the pool has already read the catalog.
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

/** The same for a statement that the only connection has prepared before, with its existing plan. */
export async function explainKept(prisma: PrismaService, statement: Statement): Promise<PlanNode[]> {
  const client = await prisma.pool.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      'SELECT p.name FROM pg_catalog.pg_prepared_statements p WHERE p.statement = $1',
      [statement.text],
    );
    if (!rows[0]) throw new Error(`The connection has no prepared statement for ${statement.text}`);
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
  if (!plan) throw new Error('PostgreSQL returned no plan.');
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
