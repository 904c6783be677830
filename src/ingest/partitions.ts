import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { readCommandSettings } from '../config/command-settings.js';
import { codeOf, lockNotAvailable } from '../database/error-codes.js';

export interface Partition {
  /** The partitions of packed_samples have the rows whose newest sample is in their time. */
  table: 'viewer_samples' | 'packed_samples';
  /** Quoted for SQL. */
  name: string;
  /** The bounds, the upper one exclusive; null for no bound. */
  from: Date | null;
  to: Date | null;
}

/**
 * Returns the partitions of both tables, the oldest first. The time zone of the session must be UTC. A partition that another
 * session drops meanwhile has its name, for which `oid::regclass` would return a number.
 */
export async function listPartitions(client: Client): Promise<Partition[]> {
  const { rows } = await client.query<Partition>(`
    SELECT p.table, p.name, p.from, p.to
    FROM (
      SELECT i.inhparent::regclass::text AS table, quote_ident(c.relname) AS name,
        (regexp_match(b.bound, 'FROM \\(''([^'']+)''\\)'))[1]::timestamptz AS from,
        (regexp_match(b.bound, 'TO \\(''([^'']+)''\\)'))[1]::timestamptz AS to
      FROM pg_catalog.pg_inherits i
      JOIN pg_catalog.pg_class c ON c.oid = i.inhrelid
      CROSS JOIN LATERAL pg_get_expr(c.relpartbound, c.oid) b(bound)
      WHERE i.inhparent IN ('viewer_samples'::regclass, 'packed_samples'::regclass) AND NOT i.inhdetachpending
    ) p
    ORDER BY p.from NULLS FIRST, p.name`);
  return rows;
}

/**
 * Creates the missing partitions of a table for the times `created_at` of a query in parentheses, and returns whether any
 * were missing. A new partition covers a month or, of samples, a day (UTC), as SAMPLE_PARTITIONS specifies; it covers a
 * day if a part of the month already has partitions.
 */
export async function createPartitions(client: Client, table: Partition['table'], samples: string): Promise<boolean> {
  const { samplePartitions } = await readCommandSettings(client);
  const length = table === 'viewer_samples' ? samplePartitions : 'month';
  const { rows } = await client.query<Record<'day' | 'nextDay' | 'month' | 'nextMonth', Date>>(`
    SELECT d.day, d.day + INTERVAL '1 day' AS "nextDay",
      date_trunc('month', d.day) AS month, date_trunc('month', d.day) + INTERVAL '1 month' AS "nextMonth"
    FROM (SELECT DISTINCT date_bin('1 day', s.created_at, '2000-01-01T00:00:00Z') AS day FROM ${samples} s) d
    ORDER BY d.day`);
  const present = (await listPartitions(client)).filter((one) => one.table === table && (one.from ?? one.to) !== null);
  const overlaps = (start: Date, end: Date) =>
    present.some(({ from, to }) => (from === null || from < end) && (to === null || to > start));
  const before = present.length;
  for (const { day, nextDay, month, nextMonth } of rows) {
    if (overlaps(day, nextDay)) continue;
    const isMonth = length === 'month' && !overlaps(month, nextMonth);
    const [from, to] = isMonth ? [month, nextMonth] : [day, nextDay];
    const [start, end] = [from.toISOString(), to.toISOString()];
    // The name has the first characters of the time at which the partition begins.
    const name = `${table}_${start.slice(0, isMonth ? 7 : 10).replaceAll('-', '_')}`;
    await client.query(`CREATE TABLE ${name} (LIKE ${table} INCLUDING ALL)`);
    // During attaching, others can read the table; `CREATE TABLE ... PARTITION OF` would block them until the end.
    await client.query(`ALTER TABLE ${table} ATTACH PARTITION ${name} FOR VALUES FROM ('${start}') TO ('${end}')`);
    present.push({ table, name, from, to });
  }
  return present.length > before;
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
export async function dropPartition(client: Client, { table, name }: Partition): Promise<boolean> {
  if (!(await runsWithin(client, `LOCK TABLE ONLY ${name} IN SHARE UPDATE EXCLUSIVE MODE`, vacuumMs))) return false;
  const drop = `LOCK TABLE ONLY ${table} IN ACCESS EXCLUSIVE MODE; DROP TABLE ${name}`;
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
