import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { samplePartitions } from '../../config/environment.js';
import { lockImports } from '../import/import-lock.js';
import { makeSamplePartitions } from '../import/sample-partitions.js';
import { inTransaction } from '../in-transaction.js';
import { codeOf, lockNotAvailable } from '../prune/retry.js';

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
 * So long a partition is waited for that autovacuum works on: it leaves a table after a second to whoever asks for its lock. Readers do
 * not wait for this one.
 */
const vacuumMs = 3_000;

/** So long new readers may have to wait for one who drops a partition. */
const attemptMs = 20;
const attempts = 25;
const pauseMs = 40;

/**
 * Drops a partition if it is empty, and answers whether it did. Nobody writes samples without the lock of imports, so it stays empty.
 * To look takes a while where many rows were deleted, so that comes before the lock that keeps readers out. This lock is asked for
 * again and again and each time given up soon, since new readers wait behind it. Where others read for long, the partition stays until
 * another time.
 */
export function dropEmptyPartition(client: Client, name: string, log: (line: string) => void): Promise<boolean> {
  return inTransaction(client, async () => {
    await lockImports(client, log);
    if ((await client.query(`SELECT FROM ONLY ${name} LIMIT 1`)).rowCount) return false;
    if (!(await runsWithin(client, `LOCK TABLE ONLY ${name} IN SHARE UPDATE EXCLUSIVE MODE`, vacuumMs))) return false;
    const drop = `LOCK TABLE ONLY viewer_samples IN ACCESS EXCLUSIVE MODE; DROP TABLE ${name}`;
    for (let attempt = 1; attempt <= attempts; attempt++) {
      if (await runsWithin(client, drop, attemptMs)) return true;
      await sleep(pauseMs);
    }
    return false;
  });
}

/** Runs what needs a lock, and answers whether it got it in time. Locks from before stay. */
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
