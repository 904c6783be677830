import type { Client } from 'pg';

/**
 * The streams that a transaction imported or imported samples of, and what settling these streams touched. `is_later` is whether all
 * these samples come after those that were known before.
 */
const createTouchedStreams = `
  CREATE TEMP TABLE IF NOT EXISTS touched_streams (
    stream_id bigint NOT NULL, is_sampled boolean NOT NULL, is_later boolean NOT NULL DEFAULT FALSE
  )
  ON COMMIT DROP`;

/** Whether the transaction touched any stream. */
export async function isAnyTouched(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ is_any: boolean }>(
    `SELECT to_regclass('pg_temp.touched_streams') IS NOT NULL AS is_any`,
  );
  return rows[0]?.is_any ?? false;
}

/** Remembers the staged streams. */
export async function noteStagedStreams(client: Client): Promise<void> {
  await client.query(`
    ${createTouchedStreams};
    INSERT INTO touched_streams (stream_id, is_sampled) SELECT s.id, FALSE FROM staging_streams s`);
}

/** Remembers the streams of the staged viewer samples. */
export async function noteSampledStreams(client: Client): Promise<void> {
  await client.query(`
    ${createTouchedStreams};
    INSERT INTO touched_streams (stream_id, is_sampled, is_later)
    SELECT v.stream_id, TRUE, COALESCE(v.first_at > s.last_sampled_at, FALSE)
    FROM (SELECT n.stream_id, min(n.created_at) AS first_at FROM staging_viewer_samples n GROUP BY n.stream_id) v
    LEFT JOIN streams s ON s.id = v.stream_id`);
}
