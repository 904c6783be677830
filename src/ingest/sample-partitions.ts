import type { Client } from 'pg';
import { samplePartitions } from '../config/environment.js';
import { finishInterrupted, listPartitions, Partition } from './partitions.js';

/**
 * Creates the missing partitions for the samples of a table, or of a query in parentheses. A new partition covers a
 * month or a day (UTC), as SAMPLE_PARTITIONS specifies; it covers a day if a part of the month already has partitions.
 */
export async function makeSamplePartitions(client: Client, table: string): Promise<void> {
  const { rows } = await client.query<{ day: Date }>(`
    SELECT DISTINCT date_bin('1 day', s.created_at, '2000-01-01T00:00:00Z') AS day FROM ${table} s ORDER BY day`);
  const present = (await listPartitions(client)).filter(({ holdsRange }) => holdsRange);
  const length = samplePartitions();
  const missing: Missing[] = [];
  for (const { day } of rows) {
    const isCovered = [...present, ...missing].some((partition) => overlaps(partition, dayOf(day)));
    if (isCovered) continue;
    const isMonth =
      length === 'month' && ![...present, ...missing].some((partition) => overlaps(partition, monthOf(day)));
    missing.push(isMonth ? monthOf(day) : dayOf(day));
  }
  if (missing.length > 0) await finishInterrupted(client);
  for (const { name, from, to } of missing) {
    const bounds = `FROM ('${from.toISOString()}') TO ('${to.toISOString()}')`;
    await client.query(`CREATE TABLE ${name} (LIKE viewer_samples INCLUDING ALL)`);
    // During attaching, others can read viewer_samples; `CREATE TABLE ... PARTITION OF` would block them until the end.
    await client.query(`ALTER TABLE viewer_samples ATTACH PARTITION ${name} FOR VALUES ${bounds}`);
  }
}

interface Missing {
  name: string;
  from: Date;
  to: Date;
}

function dayOf(day: Date): Missing {
  return { name: nameOf(day, 10), from: day, to: new Date(day.getTime() + 86_400_000) };
}

function monthOf(day: Date): Missing {
  const [year, month] = [day.getUTCFullYear(), day.getUTCMonth()];
  return { name: nameOf(day, 7), from: new Date(Date.UTC(year, month)), to: new Date(Date.UTC(year, month + 1)) };
}

function nameOf(day: Date, length: number): string {
  return `viewer_samples_${day.toISOString().slice(0, length).replaceAll('-', '_')}`;
}

function overlaps({ from, to }: Pick<Partition, 'from' | 'to'>, range: Missing): boolean {
  return (from === null || from < range.to) && (to === null || to > range.from);
}
