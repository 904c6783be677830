import type { Client } from 'pg';

/** A partition of viewer_samples: a month in UTC, from its first instant to before that of the next. */
export interface SamplePartition {
  name: string;
  from: string;
  to: string;
}

/** The partitions that the staged samples belong into, the oldest first, and whether they are there. */
export async function listSamplePartitions(client: Client): Promise<(SamplePartition & { isPresent: boolean })[]> {
  // By way of the days, since date_bin takes a third of the time of date_trunc.
  const { rows } = await client.query<SamplePartition & { isPresent: boolean }>(`
    SELECT m.name, to_char(m.month, 'YYYY-MM-DD"T00:00:00Z"') AS from,
      to_char(m.month + interval '1 month', 'YYYY-MM-DD"T00:00:00Z"') AS to,
      EXISTS (
        SELECT FROM pg_catalog.pg_inherits i JOIN pg_catalog.pg_class c ON c.oid = i.inhrelid
        WHERE i.inhparent = 'viewer_samples'::regclass AND c.relname = m.name
      ) AS "isPresent"
    FROM (
      SELECT d.month, 'viewer_samples_' || to_char(d.month, 'YYYY_MM') AS name
      FROM (
        SELECT DISTINCT date_trunc('month', b.day AT TIME ZONE 'UTC') AS month
        FROM (
          SELECT DISTINCT date_bin('1 day', s.created_at, '2000-01-01T00:00:00Z') AS day FROM staging_viewer_samples s
        ) b
      ) d
    ) m
    ORDER BY m.month`);
  return rows;
}

/**
 * Makes a table into a partition. Attaching lets others go on reading viewer_samples, which `CREATE TABLE ...
 * PARTITION OF` would keep from them until the import ends.
 */
export async function attachSamplePartition(client: Client, partition: SamplePartition): Promise<void> {
  await client.query(`
    ALTER TABLE viewer_samples ATTACH PARTITION ${partition.name}
    FOR VALUES FROM ('${partition.from}') TO ('${partition.to}')`);
}
