import type { Client } from 'pg';
import { StagedKind, stagingOf } from '../kinds/kind.js';

/** The table of the staged runs. The staging table of viewer samples is a view of it, with a row for each sample. */
export const runsTable = 'staging_sample_runs';

/** Makes the table of the runs anew. `viewer_ms` is null where it is more than a number of JavaScript can be. */
export async function createRuns(client: Client, kind: StagedKind): Promise<void> {
  await client.query(`
    DROP TABLE IF EXISTS ${runsTable} CASCADE;
    DROP TABLE IF EXISTS ${stagingOf(kind)};
    CREATE TEMP TABLE ${runsTable} (
      stream_id bigint NOT NULL, first_at timestamptz(3) NOT NULL, last_at timestamptz(3) NOT NULL,
      viewer_ms bigint, longest_ms bigint NOT NULL, peak_viewers bigint NOT NULL, last_viewers bigint NOT NULL,
      moments timestamptz[] NOT NULL, viewers bigint[] NOT NULL,
      first_origin bigint NOT NULL, origin_offsets integer[] NOT NULL
    ) ON COMMIT DROP;
    CREATE TEMP VIEW ${stagingOf(kind)} AS
    SELECT r.stream_id, unnest(r.moments)::timestamptz(3) AS created_at, unnest(r.viewers) AS viewers,
      r.first_origin + unnest(r.origin_offsets) AS origin
    FROM ${runsTable} r`);
}

/** Whether the viewer samples are staged as runs, and not as rows. */
export async function areRuns(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ are_runs: boolean }>(
    `SELECT to_regclass('pg_temp.${runsTable}') IS NOT NULL AS are_runs`,
  );
  return rows[0]?.are_runs ?? false;
}

/** Deletes the runs of the streams of which a condition on a run `s` is true; answers how many samples these had. */
export async function deleteRuns(client: Client, condition: string): Promise<number> {
  const { rows } = await client.query<{ samples: string }>(`
    WITH deleted AS (DELETE FROM ${runsTable} s WHERE ${condition} RETURNING cardinality(s.moments) AS samples)
    SELECT COALESCE(sum(d.samples), 0) AS samples FROM deleted d`);
  return Number(rows[0]?.samples);
}

/** Makes the staging table a table of rows, for what compares the samples with stored ones. */
export async function unpackRuns(client: Client, kind: StagedKind): Promise<void> {
  const staging = stagingOf(kind);
  await client.query(`
    CREATE TEMP TABLE unpacked_runs ON COMMIT DROP AS SELECT s.* FROM ${staging} s;
    DROP TABLE ${runsTable} CASCADE;
    ALTER TABLE unpacked_runs RENAME TO ${staging}`);
}

export async function dropRuns(client: Client): Promise<void> {
  await client.query(`DROP TABLE IF EXISTS ${runsTable} CASCADE`);
}

/**
 * Sums up the runs of each stream before they are stored. Runs are in order if each begins after the end of the one before: then all
 * samples have different moments. A sample holds until the next one, the last for no time. The sums are whole if no stored sample counts
 * beside these.
 */
export async function sumRuns(client: Client): Promise<void> {
  await client.query(`
    INSERT INTO summed_streams (
      stream_id, is_in_order, is_whole, viewer_ms, longest_ms, peak_viewers, samples, first_at, last_at, last_viewers
    )
    SELECT u.stream_id, u.is_in_order,
      u.is_in_order AND u.is_summed AND NOT EXISTS (
        SELECT FROM viewer_samples v
        WHERE v.stream_id = u.stream_id AND v.created_at >= s.started_at
          AND v.created_at <= CASE WHEN s.is_end_inferred THEN 'infinity' ELSE COALESCE(s.ended_at, 'infinity') END
      ),
      u.viewer_ms, u.longest_ms, u.peak_viewers, u.samples, u.first_at, u.last_at, u.last_viewers
    FROM (
      SELECT r.stream_id, bool_and(r.gap_ms IS NULL OR r.gap_ms > 0) AS is_in_order, bool_and(r.viewer_ms IS NOT NULL) AS is_summed,
        sum(r.viewer_ms) + COALESCE(sum(r.last_viewers::numeric * r.gap_ms), 0) AS viewer_ms,
        greatest(max(r.longest_ms), max(r.gap_ms)) AS longest_ms, max(r.peak_viewers) AS peak_viewers, sum(r.samples) AS samples,
        min(r.first_at) AS first_at, max(r.last_at) AS last_at, max(r.last_viewers) FILTER (WHERE r.gap_ms IS NULL) AS last_viewers
      FROM (
        SELECT n.*, (date_part('epoch', lead(n.first_at) OVER w - n.last_at) * 1000)::bigint AS gap_ms
        FROM (
          SELECT n.stream_id, n.first_at, n.last_at, n.viewer_ms, n.longest_ms, n.peak_viewers, n.last_viewers,
            cardinality(n.moments) AS samples
          FROM ${runsTable} n
        ) n
        WINDOW w AS (PARTITION BY n.stream_id ORDER BY n.first_at)
      ) r
      GROUP BY r.stream_id
    ) u
    JOIN streams s ON s.id = u.stream_id`);
}
