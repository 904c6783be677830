import type { Client } from 'pg';
import { PartitionLength, samplePartitions } from '../config/environment.js';
import { listPartitions, Partition } from './partitions.js';

interface Range {
  from: Date;
  to: Date;
}

const dayMs = 86_400_000;

/**
 * Creates the missing partitions for the samples of a table, or of a query in parentheses. A new partition covers a
 * month or a day (UTC), as SAMPLE_PARTITIONS specifies; it covers a day if a part of the month already has partitions.
 */
export async function makeSamplePartitions(client: Client, table: string): Promise<void> {
  await makePartitions(client, 'viewer_samples', table, samplePartitions());
}

/**
 * Creates the missing partitions of packed_samples for rows whose newest sample is `created_at` of a query in
 * parentheses, and returns whether any were missing.
 */
export function makePackedPartitions(client: Client, rows: string): Promise<boolean> {
  return makePartitions(client, 'packed_samples', rows, 'month');
}

async function makePartitions(client: Client, table: Partition['table'], samples: string, length: PartitionLength) {
  const { rows } = await client.query<{ day: Date }>(
    `SELECT DISTINCT date_bin('1 day', s.created_at, '2000-01-01T00:00:00Z') AS day FROM ${samples} s ORDER BY day`,
  );
  const present = (await listPartitions(client)).filter((one) => one.table === table && (one.from ?? one.to) !== null);
  const before = present.length;
  for (const { day } of rows) {
    const days = dayOf(day);
    if (present.some((one) => overlaps(one, days))) continue;
    const month = monthOf(day);
    const isMonth = length === 'month' && !present.some((one) => overlaps(one, month));
    present.push(await createPartition(client, table, isMonth ? month : days, isMonth ? 7 : 10));
  }
  return present.length > before;
}

function overlaps({ from, to }: Partition, range: Range): boolean {
  return (from === null || from < range.to) && (to === null || to > range.from);
}

function dayOf(day: Date): Range {
  return { from: day, to: new Date(day.getTime() + dayMs) };
}

function monthOf(day: Date): Range {
  const start = (offset: number) => new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + offset));
  return { from: start(0), to: start(1) };
}

/** The name has the first characters of the time at which the partition begins. */
async function createPartition(
  client: Client,
  table: Partition['table'],
  { from, to }: Range,
  characters: number,
): Promise<Partition> {
  const name = `${table}_${from.toISOString().slice(0, characters).replaceAll('-', '_')}`;
  await client.query(`CREATE TABLE ${name} (LIKE ${table} INCLUDING ALL)`);
  // During attaching, others can read the table; `CREATE TABLE ... PARTITION OF` would block them until the end.
  const bounds = `FROM ('${from.toISOString()}') TO ('${to.toISOString()}')`;
  await client.query(`ALTER TABLE ${table} ATTACH PARTITION ${name} FOR VALUES ${bounds}`);
  return { table, name, from, to };
}
