import type { Client } from 'pg';
import { codeOf } from './error-code.js';
import { condemned, listPartitions } from './listed-partitions.js';
import { Retry } from './patience.js';
import { countOff } from './sample-count.js';

/** Another session has finished the same DETACH meanwhile, or has begun it. */
const changedMeanwhile: unknown[] = ['42P01', '55000'];

/**
 * Takes a partition out of viewer_samples. Readers never wait for that: DETACH CONCURRENTLY takes no lock that keeps
 * them out, and waits itself for those who may be reading the partition. It cannot be part of a transaction; a run that
 * is killed in the middle leaves a partition that new readers no longer see, and that the next run finishes detaching.
 */
export async function detachPartition(client: Client, name: string, retry: Retry): Promise<void> {
  const detach = async () => {
    const partition = (await listPartitions(client)).find((listed) => listed.name === name);
    if (!partition) return false;
    const how = partition.isPending ? 'FINALIZE' : 'CONCURRENTLY';
    await client.query(`ALTER TABLE viewer_samples DETACH PARTITION ${name} ${how}`).catch((error: unknown) => {
      if (!changedMeanwhile.includes(codeOf(error))) throw error;
    });
    return true;
  };
  while (await retry(detach));
}

/** Marks a partition that is about to be detached, so that a later run knows what to do with it. */
export async function condemn(client: Client, name: string, retry: Retry): Promise<void> {
  await retry(() => client.query(`COMMENT ON TABLE ${name} IS '${condemned}'`));
}

/** Takes that mark off again. */
export async function pardon(client: Client, name: string, retry: Retry): Promise<void> {
  await retry(() => client.query(`COMMENT ON TABLE ${name} IS NULL`));
}

/** Drops a table that was detached, and counts its rows off in the same transaction; answers how many there were. */
export function dropDetached(client: Client, name: string, retry: Retry): Promise<number> {
  const drop = async () => {
    const { rows } = await client.query<{ rows: string }>(`SELECT count(*) AS rows FROM ${name}`);
    await client.query(`DROP TABLE ${name}`);
    return Number(rows[0]?.rows);
  };
  return retry(() => countOff(client, drop));
}
