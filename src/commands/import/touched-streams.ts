import type { Client } from 'pg';

/**
 * The streams that a transaction imported, or imported samples for, and the results of settling these streams. A stream
 * with samples has one row for each of their days in UTC, with the first and the last sample of the day. `is_later` is
 * whether the stream is live and these samples come after the known ones; `later_samples` contains these samples.
 */
const createTouchedStreams = `
  CREATE TEMP TABLE IF NOT EXISTS touched_streams (
    stream_id bigint NOT NULL, is_sampled boolean NOT NULL, is_later boolean NOT NULL DEFAULT FALSE,
    first_at timestamptz, last_at timestamptz
  )
  ON COMMIT DROP;
  CREATE TEMP TABLE IF NOT EXISTS later_samples (stream_id bigint NOT NULL, created_at timestamptz(3) NOT NULL, viewers bigint NOT NULL)
  ON COMMIT DROP`;

export async function isAnyTouched(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ is_any: boolean }>(
    `SELECT to_regclass('pg_temp.touched_streams') IS NOT NULL AS is_any`,
  );
  return rows[0]?.is_any ?? false;
}

export async function noteStagedStreams(client: Client): Promise<void> {
  await client.query(`
    ${createTouchedStreams};
    INSERT INTO touched_streams (stream_id, is_sampled) SELECT s.id, FALSE FROM staging_streams s`);
}

/**
 * Stores the streams of the staged viewer samples, and their days, so that later steps need not read all samples again.
 * For live streams, stores the samples that come after the known ones. Two inputs, a capture and a file, may contain
 * the same samples, so the samples of a second input do not count as later.
 */
export async function noteSampledStreams(client: Client): Promise<void> {
  await client.query(`
    ${createTouchedStreams};
    INSERT INTO touched_streams (stream_id, is_sampled, is_later, first_at, last_at)
    SELECT v.stream_id, TRUE,
      COALESCE(v.first_at > s.last_sampled_at AND s.ended_at IS NULL, FALSE)
        AND NOT EXISTS (SELECT FROM touched_streams n WHERE n.stream_id = v.stream_id AND n.is_sampled),
      v.first_at, v.last_at
    FROM (
      SELECT n.stream_id, min(n.created_at) AS first_at, max(n.created_at) AS last_at
      FROM staging_viewer_samples n
      GROUP BY n.stream_id, date_bin('1 day', n.created_at, '2000-01-01T00:00:00Z')
    ) v
    JOIN streams s ON s.id = v.stream_id;
    INSERT INTO later_samples (stream_id, created_at, viewers)
    SELECT DISTINCT ON (v.stream_id, v.created_at) v.stream_id, v.created_at, v.viewers
    FROM staging_viewer_samples v
    -- Most files have none, and their samples are not read for that.
    WHERE EXISTS (SELECT FROM touched_streams n WHERE n.is_later)
      AND v.stream_id IN (SELECT n.stream_id FROM touched_streams n WHERE n.is_later)
    ORDER BY v.stream_id, v.created_at, v.origin DESC`);
}

export const touchedDays = '(SELECT n.first_at AS created_at FROM touched_streams n WHERE n.is_sampled)';
