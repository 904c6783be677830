import type { Client } from 'pg';

/**
 * The streams that a transaction imported or imported samples of, and what settling these streams touched. `is_later` is whether the
 * stream is live and all these samples come after those that were known before.
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

/** Remembers the streams of the staged viewer samples and, of live streams, the samples that come after those that are known. */
export async function noteSampledStreams(client: Client): Promise<void> {
  await client.query(`
    ${createTouchedStreams};
    CREATE TEMP TABLE IF NOT EXISTS later_samples (stream_id bigint NOT NULL, created_at timestamptz(3) NOT NULL, viewers bigint NOT NULL)
    ON COMMIT DROP;
    WITH sampled AS MATERIALIZED (
      SELECT v.stream_id, COALESCE(v.first_at > s.last_sampled_at AND s.ended_at IS NULL, FALSE) AS is_later
      FROM (SELECT n.stream_id, min(n.created_at) AS first_at FROM staging_viewer_samples n GROUP BY n.stream_id) v
      LEFT JOIN streams s ON s.id = v.stream_id
    ), later AS (
      INSERT INTO later_samples (stream_id, created_at, viewers)
      SELECT DISTINCT ON (v.stream_id, v.created_at) v.stream_id, v.created_at, v.viewers
      FROM staging_viewer_samples v
      JOIN sampled n ON n.stream_id = v.stream_id AND n.is_later
      ORDER BY v.stream_id, v.created_at, v.origin DESC
    )
    INSERT INTO touched_streams (stream_id, is_sampled, is_later) SELECT n.stream_id, TRUE, n.is_later FROM sampled n`);
}
