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

/** How a statement was run with its parameters: every node of the plan, with the rows and blocks it took. */
export async function explainRun(prisma: PrismaService, { text, values }: Statement): Promise<PlanNode[]> {
  return nodesOf(prisma, { text: `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, values });
}

/** How a prepared statement is run once PostgreSQL no longer looks at its parameters. */
export async function explainGeneric(prisma: PrismaService, { text }: Statement): Promise<PlanNode[]> {
  return nodesOf(prisma, { text: `EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}` });
}

async function nodesOf(prisma: PrismaService, query: { text: string; values?: unknown[] }): Promise<PlanNode[]> {
  const { rows } = await prisma.pool.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(query);
  const plan = rows[0]?.['QUERY PLAN'][0].Plan;
  if (!plan) throw new Error('PostgreSQL answered no plan.');
  return flatten(plan);
}

function flatten(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)];
}
