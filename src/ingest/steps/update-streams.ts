import type { Client } from 'pg';
import { maxFigure } from '../../database/exact-figures.js';
import { appendSampleSql, samplesAfter, sumColumns } from '../../figures/sample-sum.js';
import { currentImport } from '../records/import-record.js';
import { lookUp } from '../look-up.js';
import { changedStreams, qualifyColumns } from '../session.js';
import { endReason, inferredEnd, nextStart } from './end-streams.js';
import { markMonths } from './mark-months.js';

export interface UpdatedStreams {
  /** Number of streams with changed figures from samples. */
  derivedFigures: number;
  /** Number of those streams whose watchtime exceeds the largest figure. */
  cappedFigures: number;
  /** IDs of the new streams, and of the streams that got another end; with `listEvents` only. */
  started?: string[];
  ended?: string[];
}

/** What `streams` has about the end and the samples of a stream; null for a live stream, except figures of a source. */
const endColumns = [
  'ended_at',
  'end_reason',
  'observed_at',
  'first_sampled_at',
  'last_sampled_at',
  'last_viewers',
  'sample_count',
  'largest_gap_seconds',
  'avg_viewers',
  'peak_viewers',
  'watchtime',
  'figures_from_samples',
];
const liveColumns = ['game_name', 'language', 'observed_at', 'import_id', ...sumColumns];

/**
 * Recomputes the changed streams: sums up their samples, finds out whether and where they end, computes the figures of
 * ended streams, moves streams into and out of live_streams, and marks their months. Only changes rows that differ.
 *
 * - A live stream gets its later samples added to its sum. The samples of other streams, and of streams with
 * `needs_sum`, are summed up again.
 * - Figures that a source gave stay.
 * - When a stream ends, its last observation becomes the time of its streamer's names (`named_at`).
 */
export async function updateStreams(client: Client, listEvents = false): Promise<UpdatedStreams> {
  const { rows } = await client.query<UpdatedStreams>(updateSql(listEvents));
  return rows[0] as UpdatedStreams;
}

/** SQL for whether a source gave figures of a stream `s`. */
const isGiven = `(NOT s.figures_from_samples AND COALESCE(s.avg_viewers, s.peak_viewers, s.watchtime) IS NOT NULL)`;

const givenOrComputed = (name: string) => `CASE WHEN ${isGiven} THEN s.${name} ELSE k.${name} END AS ${name}`;

/** An undo has no number of its own. */
const newestImport = `COALESCE(${currentImport}, (SELECT max(m.id) FROM imports m), 0)`;

/** A stream that was stored before is in live_streams or has an end. */
const eventColumns = `, s.id IS NOT NULL AND s.ended_at IS NULL AND l.stream_id IS NULL AS is_new, s.ended_at AS old_ended_at`;

const listOf = (condition: string) => `COALESCE(array_agg(d.stream_id::text) FILTER (WHERE ${condition}), '{}')`;

const eventLists = `,
    ${listOf('d.is_new')} AS started,
    ${listOf(`d.stream_row = 'changes' AND d.new_ended_at <> COALESCE(d.old_ended_at, 'infinity')`)} AS ended`;

const updateSql = (listEvents: boolean) => `
  WITH changed AS MATERIALIZED (
    SELECT c.stream_id, bool_or(c.is_moved) AS is_moved, bool_or(c.needs_sum) AS needs_sum,
      bool_or(c.is_unobserved) AS is_unobserved, max(c.observed_at) AS observed_at
    FROM ${changedStreams} c
    GROUP BY c.stream_id
    -- In the order of the indexes, so that each of their pages is read only once.
    ORDER BY c.stream_id
  ), decided AS MATERIALIZED (
    SELECT c.stream_id, s.streamer_id, s.started_at, s.game_name, s.language, o.observed_at, i.import_id, ${qualifyColumns('u', sumColumns)},
      ${endColumns.map((name) => `x.${name} AS new_${name}`).join(', ')},
      CASE
        WHEN s.id IS NULL OR x.ended_at IS NOT NULL THEN CASE WHEN l.stream_id IS NOT NULL THEN 'leaves' END
        WHEN l.stream_id IS NULL THEN 'enters'
        WHEN ROW(${qualifyColumns('l', liveColumns)}) IS DISTINCT FROM ROW(s.game_name, s.language, o.observed_at, i.import_id, ${qualifyColumns('u', sumColumns)}) THEN 'changes'
      END AS live_row,
      CASE WHEN s.id IS NOT NULL AND ROW(${qualifyColumns('s', endColumns)}) IS DISTINCT FROM ROW(${qualifyColumns('x', endColumns)}) THEN 'changes' END AS stream_row,
      s.id IS NOT NULL AND NOT ${isGiven} AND CASE
        WHEN l.stream_id IS NULL OR x.end_reason = 'given' THEN ROW(s.avg_viewers, s.peak_viewers, s.watchtime) IS DISTINCT FROM ROW(f.avg_viewers, u.peak_viewers, f.watchtime)
        ELSE ROW(${qualifyColumns('l', sumColumns)}) IS DISTINCT FROM ROW(${qualifyColumns('u', sumColumns)})
      END AS is_derived,
      f.watchtime >= ${maxFigure} AS is_capped${listEvents ? eventColumns : ''}
    FROM changed c
    ${lookUp('streams', 's', 'id', 'c.stream_id')}
    ${lookUp('live_streams', 'l', 'stream_id', 'c.stream_id')}
    ${lookUp('pruned_samples', 'p', 'stream_id', 'c.stream_id')}
    -- The stream with its given end only, and its last observation.
    CROSS JOIN LATERAL (
      SELECT s.id, s.started_at, CASE WHEN s.end_reason = 'given' THEN s.ended_at END AS ended_at,
        greatest(c.observed_at, l.observed_at, s.observed_at) AS observed_at
    ) o
    CROSS JOIN LATERAL (
      SELECT CASE
        WHEN c.observed_at IS NOT NULL OR (l.stream_id IS NULL AND o.observed_at IS NOT NULL) THEN ${newestImport}
        ELSE l.import_id
      END AS import_id
    ) i
    CROSS JOIN LATERAL (
      SELECT ${sumColumns.map((name) => `CASE WHEN c.needs_sum OR l.stream_id IS NULL THEN p.${name} ELSE l.${name} END AS ${name}`).join(', ')}
    ) b
    CROSS JOIN LATERAL (${appendSampleSql('b', samplesAfter('b', 'o'))}) u
    LEFT JOIN LATERAL (${nextStart('s')}) n ON o.ended_at IS NULL
    CROSS JOIN LATERAL (SELECT ${endReason} AS reason) r
    CROSS JOIN LATERAL (
      SELECT CASE
        WHEN r.reason IS NOT NULL
        THEN COALESCE(o.ended_at, ${inferredEnd('s.started_at', 'o.observed_at', 'u.last_at', 'COALESCE(n.started_at, s.ended_at)')})
      END AS ended_at
    ) e
    CROSS JOIN LATERAL stream_figures(
      u.first_at, u.last_at, u.last_viewers, u.viewer_ms, u.peak_viewers, u.longest_ms, s.started_at, e.ended_at
    ) f
    LEFT JOIN LATERAL (
      SELECT o.observed_at, u.*, f.avg_viewers, f.watchtime, f.largest_gap_seconds
    ) k ON e.ended_at IS NOT NULL
    CROSS JOIN LATERAL (
      SELECT e.ended_at, r.reason AS end_reason, k.observed_at, k.first_at AS first_sampled_at, k.last_at AS last_sampled_at,
        k.last_viewers, k.sample_count, k.largest_gap_seconds,
        ${['avg_viewers', 'peak_viewers', 'watchtime'].map(givenOrComputed).join(', ')},
        NOT ${isGiven} AND k.sample_count IS NOT NULL AS figures_from_samples
    ) x
    -- Most streams of files have a given end and no samples yet.
    WHERE c.needs_sum OR c.observed_at IS NOT NULL OR l.stream_id IS NOT NULL OR s.end_reason IS DISTINCT FROM 'given'
  ), leaving AS (
    DELETE FROM live_streams t USING decided d WHERE t.stream_id = d.stream_id AND d.live_row = 'leaves'
  ), changing AS (
    UPDATE live_streams t SET (${liveColumns.join(', ')}) = ROW(${qualifyColumns('d', liveColumns)})
    FROM decided d
    WHERE t.stream_id = d.stream_id AND d.live_row = 'changes'
  ), entering AS (
    INSERT INTO live_streams (stream_id, ${liveColumns.join(', ')})
    SELECT d.stream_id, ${qualifyColumns('d', liveColumns)} FROM decided d WHERE d.live_row = 'enters'
  ), ending AS (
    UPDATE streams t SET (${endColumns.join(', ')}) = ROW(${endColumns.map((name) => `d.new_${name}`).join(', ')})
    FROM decided d
    WHERE t.id = d.stream_id AND d.stream_row = 'changes'
  ), naming AS (
    UPDATE streamers t SET named_at = n.observed_at
    FROM (SELECT d.streamer_id, max(d.new_observed_at) AS observed_at FROM decided d WHERE d.stream_row = 'changes' GROUP BY d.streamer_id) n
    WHERE t.id = n.streamer_id AND n.observed_at > COALESCE(t.named_at, '-infinity')
  ), marking AS (
    ${markMonths('SELECT d.started_at AS at FROM decided d WHERE COALESCE(d.live_row, d.stream_row) IS NOT NULL')}
  )
  SELECT count(*) FILTER (WHERE d.is_derived)::float8 AS "derivedFigures",
    count(*) FILTER (WHERE d.is_derived AND d.is_capped)::float8 AS "cappedFigures"${listEvents ? eventLists : ''}
  FROM decided d`;
