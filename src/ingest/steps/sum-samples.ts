import type { Client } from 'pg';
import { largestFigure } from '../../database/exact-figures.js';
import { append, figures, samplesAfter, sumColumns } from '../../figures/sample-sum.js';
import { currentImport } from '../records/import-record.js';
import { changedStreams } from '../session.js';

export interface Summed {
  /** Streams with changed figures from samples. */
  derived: number;
  /** Those streams whose watchtime exceeds the largest figure. */
  capped: number;
}

const listOf = (alias: string) => sumColumns.map((name) => `${alias}.${name}`).join(', ');

/** SQL for whether a source gave figures of a stream `t`: these stay. */
const isGiven = (t: string) =>
  `(NOT ${t}.figures_from_samples AND COALESCE(${t}.avg_viewers, ${t}.peak_viewers, ${t}.watchtime) IS NOT NULL)`;

/** SQL of the assignments to a row `t` of streams, from a sum and its figures in a row `n`. */
export function assignFigures(t: string, n: string): string {
  const figure = (name: string) => `${name} = CASE WHEN ${isGiven(t)} THEN ${t}.${name} ELSE ${n}.${name} END`;
  return `first_sampled_at = ${n}.first_at, last_sampled_at = ${n}.last_at, last_viewers = ${n}.last_viewers,
    sample_count = ${n}.sample_count, largest_gap_seconds = ${n}.largest_gap_seconds,
    ${figure('avg_viewers')}, ${figure('peak_viewers')}, ${figure('watchtime')},
    figures_from_samples = NOT ${isGiven(t)} AND ${n}.sample_count IS NOT NULL`;
}

/** Stores the observations of changed live streams, and adds their later samples to their sums or sums all samples up. */
export async function updateLiveStreams(client: Client): Promise<Summed> {
  const { rows } = await client.query<Summed>(`
    WITH updated AS (
      UPDATE live_streams t
      SET ${sumColumns.map((name) => `${name} = n.${name}`).join(', ')}, observed_at = greatest(t.observed_at, n.observed_at),
        import_id = CASE WHEN n.observed_at > COALESCE(t.observed_at, '-infinity') THEN ${currentImport} ELSE t.import_id END
      FROM (
        SELECT c.stream_id, c.observed_at, ${listOf('u')}, ROW(${listOf('u')}) IS DISTINCT FROM ROW(${listOf('l')}) AND NOT ${isGiven('s')} AS is_derived
        FROM (
          SELECT c.stream_id, bool_or(c.needs_sum) AS needs_sum, max(c.observed_at) AS observed_at
          FROM ${changedStreams} c
          GROUP BY c.stream_id
        ) c
        JOIN streams s ON s.id = c.stream_id
        JOIN live_streams l ON l.stream_id = c.stream_id
        LEFT JOIN pruned_samples p ON p.stream_id = c.stream_id
        CROSS JOIN LATERAL (
          SELECT ${sumColumns.map((name) => `CASE WHEN c.needs_sum THEN p.${name} ELSE l.${name} END AS ${name}`).join(', ')}
        ) b
        CROSS JOIN LATERAL (${append('b', samplesAfter('b', 's'))}) u
      ) n
      WHERE t.stream_id = n.stream_id AND (
        n.observed_at > COALESCE(t.observed_at, '-infinity') OR ROW(${listOf('t')}) IS DISTINCT FROM ROW(${listOf('n')})
      )
      RETURNING n.is_derived, t.viewer_ms / 60000 > ${largestFigure} AS is_capped
    )
    ${countSql}`);
  return rows[0] as Summed;
}

/** Computes the figures of changed streams with a given end from all of their samples. */
export async function updateEndedStreams(client: Client): Promise<Summed> {
  const { rows } = await client.query<Summed>(`
    WITH updated AS (
      UPDATE streams t
      SET ${assignFigures('t', 'n')}
      FROM (
        SELECT s.id, ${listOf('u')}, f.avg_viewers, f.watchtime, f.largest_gap_seconds,
          NOT ${isGiven('s')} AND ROW(s.avg_viewers, s.peak_viewers, s.watchtime) IS DISTINCT FROM ROW(f.avg_viewers, u.peak_viewers, f.watchtime)
            AS is_derived
        FROM (SELECT DISTINCT c.stream_id FROM ${changedStreams} c WHERE c.needs_sum) c
        JOIN streams s ON s.id = c.stream_id AND s.end_reason = 'given'
        LEFT JOIN pruned_samples b ON b.stream_id = s.id
        CROSS JOIN LATERAL (${append('b', samplesAfter('b', 's'))}) u
        CROSS JOIN LATERAL (${figures('u', 's.started_at', 's.ended_at')}) f
      ) n
      WHERE t.id = n.id
      RETURNING n.is_derived, n.watchtime >= ${largestFigure} AS is_capped
    )
    ${countSql}`);
  return rows[0] as Summed;
}

const countSql = `
  SELECT count(*) FILTER (WHERE u.is_derived)::float8 AS derived,
    count(*) FILTER (WHERE u.is_derived AND u.is_capped)::float8 AS capped
  FROM updated u`;
