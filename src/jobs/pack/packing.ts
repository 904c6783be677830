/** Maximum difference in milliseconds, or in viewers, between two samples of a packed stream: the largest integer. */
const maxStep = 2_147_483_647;

/** The largest smallint. */
const maxSmallStep = 32_767;

/** The columns of packed_samples, in the order of {@link packed}. */
export const packedColumns = [
  'stream_id',
  'first_at',
  'last_at',
  'sample_count',
  'first_viewers',
  'step_ms',
  'time_steps',
  'long_time_steps',
  'viewer_steps',
  'long_viewer_steps',
  'import_id',
  'import_ids',
];

/**
 * SQL for the rows of packed_samples from samples. `samples` is a query with the columns of viewer_samples. Leaves out
 * streams with consecutive samples that are too far apart ({@link maxStep}).
 *
 * The usual time step is the median, which neither gaps nor late samples move. The number of an import that can no
 * longer be undone is useless, and is not kept: each sweep of a collector is such an import.
 */
export function packed(samples: string): string {
  return `
    WITH stepped AS MATERIALIZED (
      SELECT v.stream_id, v.created_at, v.viewers, i.id AS import_id,
        (date_part('epoch', v.created_at - lag(v.created_at) OVER stream) * 1000)::bigint AS ms,
        v.viewers - lag(v.viewers) OVER stream AS viewer_step
      FROM (${samples}) v
      LEFT JOIN imports i ON i.id = v.import_id AND i.can_undo
      WINDOW stream AS (PARTITION BY v.stream_id ORDER BY v.created_at)
    ), usual AS (
      SELECT t.stream_id, COALESCE(percentile_disc(0.5) WITHIN GROUP (ORDER BY t.ms), 0) AS step_ms
      FROM stepped t
      GROUP BY t.stream_id
    ), listed AS (
      SELECT t.stream_id, u.step_ms, min(t.created_at) AS first_at, max(t.created_at) AS last_at,
        count(*)::int AS sample_count, max(t.viewers) FILTER (WHERE t.ms IS NULL) AS first_viewers,
        array_agg(COALESCE(t.ms - u.step_ms, 0) ORDER BY t.created_at) AS time_steps,
        array_agg(COALESCE(t.viewer_step, 0) ORDER BY t.created_at) AS viewer_steps,
        array_agg(t.import_id ORDER BY t.created_at) AS import_ids,
        COALESCE(max(abs(t.ms - u.step_ms)), 0) AS widest_time, COALESCE(max(abs(t.viewer_step)), 0) AS widest_viewers,
        max(t.import_id) AS import_id,
        count(t.import_id) IN (0, count(*)) AND min(t.import_id) IS NOT DISTINCT FROM max(t.import_id) AS is_of_one_import
      FROM stepped t
      JOIN usual u ON u.stream_id = t.stream_id
      GROUP BY t.stream_id, u.step_ms
    )
    SELECT l.stream_id, l.first_at, l.last_at, l.sample_count, l.first_viewers, l.step_ms::int,
      CASE WHEN l.widest_time BETWEEN 1 AND ${maxSmallStep} THEN l.time_steps::smallint[] END AS time_steps,
      CASE WHEN l.widest_time > ${maxSmallStep} THEN l.time_steps::int[] END AS long_time_steps,
      CASE WHEN l.widest_viewers <= ${maxSmallStep} THEN l.viewer_steps::smallint[] END AS viewer_steps,
      CASE WHEN l.widest_viewers > ${maxSmallStep} THEN l.viewer_steps::int[] END AS long_viewer_steps,
      CASE WHEN l.is_of_one_import THEN l.import_id END AS import_id,
      CASE WHEN NOT l.is_of_one_import THEN l.import_ids END AS import_ids
    FROM listed l
    WHERE greatest(l.step_ms, l.widest_time, l.widest_viewers) <= ${maxStep}`;
}
