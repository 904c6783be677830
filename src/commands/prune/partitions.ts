import type { Client } from 'pg';
import { recordDeletion } from '../import/data-summary.js';
import { countOff } from './sample-count.js';
import { codeOf, Retry } from './retry.js';

/** A partition of viewer_samples. */
export interface Partition {
  /** Quoted as SQL needs it. */
  name: string;
  /** The bounds, the upper one excluded; null where there is none. */
  from: Date | null;
  to: Date | null;
  /** Whether a DETACH CONCURRENTLY is going on, or was interrupted: new readers do not see its rows. */
  isPending: boolean;
  isMarked: boolean;
}

/**
 * The comment on a partition that is to be dropped. It is written before the partition is detached, and tells a table
 * that an interrupted run left behind from one that somebody detached to keep it.
 */
const mark = 'Pruned: to be dropped by the next npm run prune.';

/** Another session has finished the same DETACH in the meantime, or has begun it. */
const alreadyDetached: unknown[] = ['42P01', '55000'];

/** The partitions, the oldest first. The session speaks UTC. */
export async function listPartitions(client: Client): Promise<Partition[]> {
  const { rows } = await client.query<Partition>(
    `SELECT p.name, p.from, p.to, p."isPending", p."isMarked"
    FROM (
      SELECT c.oid::regclass::text AS name, i.inhdetachpending AS "isPending",
        (regexp_match(pg_get_expr(c.relpartbound, c.oid), 'FROM \\(''([^'']+)''\\)'))[1]::timestamptz AS from,
        (regexp_match(pg_get_expr(c.relpartbound, c.oid), 'TO \\(''([^'']+)''\\)'))[1]::timestamptz AS to,
        COALESCE(obj_description(c.oid, 'pg_class') = $1, FALSE) AS "isMarked"
      FROM pg_catalog.pg_inherits i
      JOIN pg_catalog.pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = 'viewer_samples'::regclass
    ) p
    ORDER BY p.from NULLS FIRST, p.name`,
    [mark],
  );
  return rows;
}

/** The tables that an interrupted run detached and did not drop. */
export async function listDetached(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name
    FROM pg_catalog.pg_class c
    JOIN pg_catalog.pg_class s ON s.oid = 'viewer_samples'::regclass AND s.relnamespace = c.relnamespace
    WHERE c.relkind = 'r' AND NOT c.relispartition AND obj_description(c.oid, 'pg_class') = $1
    ORDER BY c.relname`,
    [mark],
  );
  return rows.map(({ name }) => name);
}

/** Marks a partition that is about to be detached, so that a later run drops it if this one cannot. */
export async function markPartition(client: Client, name: string, retry: Retry): Promise<void> {
  await retry(() => client.query(`COMMENT ON TABLE ${name} IS '${mark}'`));
}

export async function unmarkPartition(client: Client, name: string, retry: Retry): Promise<void> {
  await retry(() => client.query(`COMMENT ON TABLE ${name} IS NULL`));
}

/**
 * Takes a partition out of viewer_samples. Readers do not wait for it: DETACH CONCURRENTLY takes no lock that keeps them
 * out, and waits itself for those who may be reading the partition. It cannot be part of a transaction; a run that is
 * killed in the middle leaves a partition that new readers no longer see, and that the next run finishes detaching.
 */
export async function detachPartition(client: Client, name: string, retry: Retry): Promise<void> {
  const detach = async () => {
    const partition = (await listPartitions(client)).find((listed) => listed.name === name);
    if (!partition) return false;
    const how = partition.isPending ? 'FINALIZE' : 'CONCURRENTLY';
    await client.query(`ALTER TABLE viewer_samples DETACH PARTITION ${name} ${how}`).catch((error: unknown) => {
      if (!alreadyDetached.includes(codeOf(error))) throw error;
    });
    return true;
  };
  while (await retry(detach));
}

/** Drops a table that was detached, and subtracts its rows in the same transaction; answers how many there were. */
export function dropDetached(client: Client, name: string, retry: Retry): Promise<number> {
  return retry(() => countOff(client, () => drop(client, name)));
}

/**
 * Finishes what an interrupted run began, for an import that makes partitions for the same time: inside its transaction, which keeps
 * other imports and runs out.
 */
export async function finishInterrupted(client: Client): Promise<void> {
  for (const { name } of (await listPartitions(client)).filter(({ isPending }) => isPending)) {
    await client.query(`ALTER TABLE viewer_samples DETACH PARTITION ${name} FINALIZE`);
  }
  for (const name of await listDetached(client)) {
    await recordDeletion(client, 'viewer_samples', await drop(client, name));
  }
}

async function drop(client: Client, name: string): Promise<number> {
  const rows = await countRows(client, name, null);
  await client.query(`DROP TABLE ${name}`);
  return rows;
}

/** How many rows of a table are from before a moment; of null how many there are. */
export async function countRows(client: Client, name: string, before: Date | null): Promise<number> {
  const { rows } = await client.query<{ rows: string }>(
    `SELECT count(*) AS rows FROM ${name} v WHERE $1::timestamptz IS NULL OR v.created_at < $1`,
    [before],
  );
  return Number(rows[0]?.rows);
}
