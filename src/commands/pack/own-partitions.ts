import type { Client } from 'pg';
import { samplePartitions } from '../../config/environment.js';
import { lockImports } from '../import/import-lock.js';
import { makeSamplePartitions } from '../import/sample-partitions.js';
import { inTransaction } from '../in-transaction.js';
import { dropPartition } from '../prune/partitions.js';

/** Where partitions are days, makes those of today and tomorrow: a collector then never waits for a new one. */
export async function makeComingPartitions(client: Client, log: (line: string) => void): Promise<void> {
  if (samplePartitions() !== 'day') return;
  await inTransaction(client, async () => {
    await lockImports(client, log);
    await client.query(`
      CREATE TEMP TABLE coming_days ON COMMIT DROP AS
      SELECT n.at AS created_at FROM (VALUES (now()), (now() + interval '1 day')) n(at)`);
    await makeSamplePartitions(client, 'coming_days');
  });
}

/**
 * Drops a partition if it is empty, and answers whether it did. Nobody writes samples without the lock of imports, so it stays empty.
 * To look takes a while where many rows were deleted, so that comes before the lock that keeps readers out. Where others read for long,
 * the partition stays until another time.
 */
export function dropEmptyPartition(client: Client, name: string, log: (line: string) => void): Promise<boolean> {
  return inTransaction(client, async () => {
    await lockImports(client, log);
    if ((await client.query(`SELECT FROM ONLY ${name} LIMIT 1`)).rowCount) return false;
    return dropPartition(client, name);
  });
}
