import type { Client } from 'pg';
import { samplePartitions } from '../config/environment.js';
import { finishInterrupted } from './partitions.js';

/** A partition of viewer_samples, in UTC: from its first instant to before the first instant of the next. */
interface SamplePartition {
  name: string;
  isPresent: boolean;
  from: string;
  to: string;
}

/** SQL for the existing partitions, except a default one and a half detached one. An absent bound is infinite. */
const presentPartitions = `
  SELECT c.oid::regclass::text AS name,
    COALESCE((regexp_match(b.bound, 'FROM \\(''([^'']+)''\\)'))[1], '-infinity')::timestamptz AS from_at,
    COALESCE((regexp_match(b.bound, 'TO \\(''([^'']+)''\\)'))[1], 'infinity')::timestamptz AS to_at
  FROM pg_catalog.pg_inherits i
  JOIN pg_catalog.pg_class c ON c.oid = i.inhrelid
  CROSS JOIN LATERAL pg_get_expr(c.relpartbound, c.oid) b(bound)
  WHERE i.inhparent = 'viewer_samples'::regclass AND NOT i.inhdetachpending AND b.bound <> 'DEFAULT'`;

/**
 * Creates the missing partitions for the samples of a table, or of a query in parentheses, and returns all their
 * partitions, the oldest first. A new partition covers a month or a day, as SAMPLE_PARTITIONS specifies; it covers a
 * day if a part of the month already has partitions.
 */
export async function makeSamplePartitions(client: Client, table: string): Promise<SamplePartition[]> {
  const partitions = await listPartitions(client, table);
  const missing = partitions.filter(({ isPresent }) => !isPresent);
  if (missing.length > 0) await finishInterrupted(client);
  for (const { name, from, to } of missing) {
    await client.query(`CREATE TABLE ${name} (LIKE viewer_samples INCLUDING ALL)`);
    // During attaching, others can read viewer_samples; `CREATE TABLE ... PARTITION OF` would block them until the end.
    await client.query(`ALTER TABLE viewer_samples ATTACH PARTITION ${name} FOR VALUES FROM ('${from}') TO ('${to}')`);
  }
  return partitions;
}

async function listPartitions(client: Client, table: string): Promise<SamplePartition[]> {
  // Groups by day first, since date_bin takes a third of the time of date_trunc.
  const { rows } = await client.query<SamplePartition>(
    `WITH present AS MATERIALIZED (${presentPartitions}), days AS (
      SELECT DISTINCT date_bin('1 day', s.created_at, '2000-01-01T00:00:00Z') AS day FROM ${table} s
    ), months AS (
      SELECT d.day, m.month, m.month AT TIME ZONE 'UTC' AS from_at, (m.month + interval '1 month') AT TIME ZONE 'UTC' AS to_at
      FROM days d
      CROSS JOIN LATERAL date_trunc('month', d.day AT TIME ZONE 'UTC') m(month)
    ), wanted AS (
      SELECT p.name, p.from_at, p.to_at, TRUE AS is_present
      FROM days d
      JOIN present p ON p.from_at <= d.day AND p.to_at > d.day
      UNION
      SELECT 'viewer_samples_' || to_char(m.month, 'YYYY_MM'), m.from_at, m.to_at, FALSE
      FROM months m
      WHERE $1 = 'month' AND NOT EXISTS (SELECT FROM present p WHERE p.from_at < m.to_at AND p.to_at > m.from_at)
      UNION
      SELECT 'viewer_samples_' || to_char(m.day AT TIME ZONE 'UTC', 'YYYY_MM_DD'), m.day, m.day + interval '24 hours', FALSE
      FROM months m
      WHERE NOT EXISTS (SELECT FROM present p WHERE p.from_at <= m.day AND p.to_at > m.day)
        AND ($1 = 'day' OR EXISTS (SELECT FROM present p WHERE p.from_at < m.to_at AND p.to_at > m.from_at))
    )
    SELECT w.name, w.is_present AS "isPresent", ${bound('w.from_at')} AS from, ${bound('w.to_at')} AS to
    FROM wanted w
    ORDER BY w.from_at`,
    [samplePartitions()],
  );
  return rows;
}

function bound(moment: string): string {
  const text = `to_char(${moment} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
  return `CASE WHEN isfinite(${moment}) THEN ${text} ELSE ${moment}::text END`;
}
