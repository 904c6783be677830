import type { Client } from 'pg';
import { PartitionLength } from '../config/config.js';
import { samplePartitions } from '../config/environment.js';
import { listPartitions, Partition } from './partitions.js';

/**
 * Creates the missing partitions for the samples of a table, or of a query in parentheses. A new partition covers a
 * month or a day (UTC), as SAMPLE_PARTITIONS specifies; it covers a day if a part of the month already has partitions.
 */
export function makeSamplePartitions(client: Client, table: string): Promise<boolean> {
  return makePartitions(client, 'viewer_samples', table, samplePartitions());
}

/**
 * Creates the missing partitions of packed_samples for rows whose newest sample is `created_at` of a query in
 * parentheses, and returns whether any were missing.
 */
export function makePackedPartitions(client: Client, rows: string): Promise<boolean> {
  return makePartitions(client, 'packed_samples', rows, 'month');
}

async function makePartitions(client: Client, table: Partition['table'], samples: string, length: PartitionLength) {
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
