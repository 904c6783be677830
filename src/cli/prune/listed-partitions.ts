import type { Client } from 'pg';

/** A partition of viewer_samples. */
export interface ListedPartition {
  /** Quoted as SQL needs it. */
  name: string;
  /** The bounds, the upper one excluded; null where there is none. */
  from: Date | null;
  to: Date | null;
  /** Whether a DETACH CONCURRENTLY is going on, or was interrupted: new readers do not see its rows. */
  isPending: boolean;
  isCondemned: boolean;
}

/**
 * The comment on a partition that is to be dropped. It is written before the partition is detached, and tells a table
 * that an interrupted run left behind from one that somebody detached to keep it.
 */
export const condemned = 'Pruned: to be dropped by the next npm run prune.';

/** The partitions, the oldest first. The session speaks UTC. */
export async function listPartitions(client: Client): Promise<ListedPartition[]> {
  const { rows } = await client.query<ListedPartition>(
    `SELECT p.name, p.from, p.to, p."isPending", p."isCondemned"
    FROM (
      SELECT c.oid::regclass::text AS name, i.inhdetachpending AS "isPending",
        (regexp_match(pg_get_expr(c.relpartbound, c.oid), 'FROM \\(''([^'']+)''\\)'))[1]::timestamptz AS from,
        (regexp_match(pg_get_expr(c.relpartbound, c.oid), 'TO \\(''([^'']+)''\\)'))[1]::timestamptz AS to,
        COALESCE(obj_description(c.oid, 'pg_class') = $1, FALSE) AS "isCondemned"
      FROM pg_catalog.pg_inherits i
      JOIN pg_catalog.pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = 'viewer_samples'::regclass
    ) p
    ORDER BY p.from NULLS FIRST, p.name`,
    [condemned],
  );
  return rows;
}

/** The tables that were detached to be dropped, and are still there. */
export async function listCondemnedTables(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name
    FROM pg_catalog.pg_class c
    JOIN pg_catalog.pg_class s ON s.oid = 'viewer_samples'::regclass AND s.relnamespace = c.relnamespace
    WHERE c.relkind = 'r' AND NOT c.relispartition AND obj_description(c.oid, 'pg_class') = $1
    ORDER BY c.relname`,
    [condemned],
  );
  return rows.map(({ name }) => name);
}
