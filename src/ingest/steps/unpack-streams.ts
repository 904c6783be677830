import type { Client } from 'pg';
import { createPartitions } from '../partitions.js';

/**
 * Unpacks the samples of packed streams into rows of viewer_samples, inside a transaction of the caller that keeps
 * imports out. Returns the number of streams. `streams` is a query of their IDs; an import reads
 * them from sampled_days or staging_observations. Code that changes samples calls this first, and then only handles rows; the
 * next pack packs them again.
 */
export async function unpackStreams(client: Client, streams: string, values: unknown[] = []): Promise<number> {
  const { rows } = await client.query<{ id: string }>(
    // Without OFFSET 0, PostgreSQL would read the index of all packed samples (hash or merge join).
    `SELECT n.id
    FROM (SELECT DISTINCT q.* FROM (${streams}) q) n(id)
    CROSS JOIN LATERAL (SELECT FROM packed_samples k WHERE k.stream_id = n.id OFFSET 0) p`,
    values,
  );
  if (rows.length === 0) return 0;
  const among = `k.stream_id = ANY ('{${rows.map(({ id }) => id).join(',')}}')`;
  await createPartitions(client, 'viewer_samples', daysOf(among));
  // A version without packed samples may have written one of the same moment, which is newer.
  await client.query(`
    INSERT INTO viewer_samples (stream_id, created_at, viewers, import_id)
    SELECT k.stream_id, u.created_at, u.viewers, u.import_id
    FROM packed_samples k
    CROSS JOIN LATERAL unpack_samples(k) u
    WHERE ${among}
    ORDER BY k.stream_id, u.created_at
    ON CONFLICT DO NOTHING`);
  await client.query(`DELETE FROM packed_samples k WHERE ${among}`);
  return rows.length;
}

/** The days of the samples, and days between them. */
const daysOf = (among: string) => `(
  SELECT DISTINCT d.at AS created_at
  FROM packed_samples k
  CROSS JOIN LATERAL generate_series(date_bin('1 day', k.first_at, '2000-01-01T00:00:00Z'), k.last_at, interval '24 hours') d(at)
  WHERE ${among}
)`;
