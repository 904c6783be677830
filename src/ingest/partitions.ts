import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { recordDeletion } from './records/data-summary.js';
import { inTransaction } from '../database/in-transaction.js';

export interface Partition {
  /** Quoted for SQL. */
  name: string;
  /** The bounds, the upper one exclusive; null for no bound. */
  from: Date | null;
  to: Date | null;
  /** False for a default partition, and for a half detached one. */
  holdsRange: boolean;
}

/** Returns the partitions, the oldest first. The time zone of the session must be UTC. */
export async function listPartitions(client: Client): Promise<Partition[]> {
  const { rows } = await client.query<Partition>(`
    SELECT p.name, p.from, p.to, p."holdsRange"
    FROM (
      SELECT c.oid::regclass::text AS name,
        (regexp_match(pg_get_expr(c.relpartbound, c.oid), 'FROM \\(''([^'']+)''\\)'))[1]::timestamptz AS from,
        (regexp_match(pg_get_expr(c.relpartbound, c.oid), 'TO \\(''([^'']+)''\\)'))[1]::timestamptz AS to,
        NOT i.inhdetachpending AND pg_get_expr(c.relpartbound, c.oid) <> 'DEFAULT' AS "holdsRange"
      FROM pg_catalog.pg_inherits i
      JOIN pg_catalog.pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = 'viewer_samples'::regclass
    ) p
    ORDER BY p.from NULLS FIRST, p.name`);
  return rows;
}

/** Returns the number of rows of a table from before a moment; null counts all rows. */
export async function countRows(client: Client, name: string, before: Date | null): Promise<number> {
  const { rows } = await client.query<{ rows: string }>(
    `SELECT count(*) AS rows FROM ${name} v WHERE $1::timestamptz IS NULL OR v.created_at < $1`,
    [before],
  );
  return Number(rows[0]?.rows);
}

/**
 * Runs an action that removes viewer samples and returns their number, and subtracts them from the count in the same transaction.
 */
export function countOff(client: Client, action: () => Promise<number>): Promise<number> {
  return inTransaction(client, async () => {
    const removed = await action();
    await recordDeletion(client, 'viewer_samples', removed);
    return removed;
  });
}

/**
 * Time to wait for a partition that autovacuum works on: autovacuum leaves a table after a second if another session
 * requests its lock. Readers do not wait for this session.
 */
const vacuumMs = 3_000;

/** Maximum time for which dropping a partition may delay new readers. */
const attemptMs = 20;
const attempts = 25;
const pauseMs = 40;

/**
 * Drops a partition inside a transaction of the caller, and returns whether it did. Requests the lock that keeps readers out
 * repeatedly, each time briefly, since new readers wait behind the request. If others read for long, the partition stays.
 */
export async function dropPartition(client: Client, name: string): Promise<boolean> {
  if (!(await runsWithin(client, `LOCK TABLE ONLY ${name} IN SHARE UPDATE EXCLUSIVE MODE`, vacuumMs))) return false;
  const drop = `LOCK TABLE ONLY viewer_samples IN ACCESS EXCLUSIVE MODE; DROP TABLE ${name}`;
  for (let attempt = 1; attempt <= attempts; attempt++) {
    if (await runsWithin(client, drop, attemptMs)) return true;
    await sleep(pauseMs);
  }
  return false;
}

/** Runs a statement that requires a lock, and returns whether it got the lock in time. Keeps earlier locks. */
async function runsWithin(client: Client, sql: string, waitMs: number): Promise<boolean> {
  await client.query(`SET LOCAL lock_timeout = ${waitMs}; SAVEPOINT attempt`);
  try {
    await client.query(sql);
    return true;
  } catch (error) {
    if (codeOf(error) !== lockNotAvailable) throw error;
    await client.query('ROLLBACK TO SAVEPOINT attempt');
    return false;
  }
}

/** PostgreSQL's error code after `lock_timeout`. */
export const lockNotAvailable = '55P03';

/** PostgreSQL's code of an error, undefined for any other error. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/** The comment on a partition that release 1.0.0 was about to detach and drop. */
const mark = 'Pruned: the next npm run prune drops this partition.';

/**
 * Finishes an interrupted prune of release 1.0.0, inside a transaction that keeps imports out: completes half-finished
 * detaching, drops the marked tables, and removes the marks of attached partitions. Returns the dropped tables.
 */
export async function finishInterrupted(client: Client): Promise<{ name: string; rows: number }[]> {
  const pending = await client.query<{ name: string }>(`
    SELECT i.inhrelid::regclass::text AS name FROM pg_catalog.pg_inherits i
    WHERE i.inhparent = 'viewer_samples'::regclass AND i.inhdetachpending`);
  for (const { name } of pending.rows) {
    await client.query(`ALTER TABLE viewer_samples DETACH PARTITION ${name} FINALIZE`);
  }
  const marked = await client.query<{ name: string; isAttached: boolean }>(
    `SELECT c.oid::regclass::text AS name, c.relispartition AS "isAttached"
    FROM pg_catalog.pg_class c
    JOIN pg_catalog.pg_class s ON s.oid = 'viewer_samples'::regclass AND s.relnamespace = c.relnamespace
    WHERE c.relkind = 'r' AND obj_description(c.oid, 'pg_class') = $1
    ORDER BY c.relname`,
    [mark],
  );
  const dropped: { name: string; rows: number }[] = [];
  for (const { name, isAttached } of marked.rows) {
    if (isAttached) {
      await client.query(`COMMENT ON TABLE ${name} IS NULL`);
      continue;
    }
    const rows = await countRows(client, name, null);
    await client.query(`DROP TABLE ${name}`);
    await recordDeletion(client, 'viewer_samples', rows);
    dropped.push({ name, rows });
  }
  return dropped;
}
