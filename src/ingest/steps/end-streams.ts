import type { Client } from 'pg';
import { PlatformName } from '../../config/platforms.js';
import { isOfPlatform, platformNumber } from '../../database/platforms/platform-ids.js';
import { minuteMs } from '../../figures/time.js';
import { changeRows, currentImport } from '../records/import-record.js';
import { changedStreams, observations } from '../session.js';

/*
 * Where a live stream ends. `streams.end_reason` has the rule:
 *
 * - `given`: a file has the end. This end stays until a file changes it or takes it back.
 * - `next_stream`: a newer stream of the channel started.
 * - `unobserved`: a complete sweep that knew of the stream lacks it, and it was not observed since; or the stream's last
 *   observation is at least `--ended-after` older than the newest observation of any stream of its platform; an empty page
 *   counts as an observation. A newer observation reopens the stream. If a newer stream starts, that stream is the reason.
 *
 * An inferred end is the last moment at which the stream is known to have been live: its last observation or sample, or
 * without either the start of the next stream. It moves with later observations and samples. Streams that
 * only files contain are never unobserved. A stream whose file takes its end back is live again: the rules apply to it
 * as to any other stream, as of its last observation.
 *
 * The import recomputes each stream that changed, and the stream before each one that is new, moved or removed. Ends do
 * not depend on the order of imports, except in the cases that docs/decisions/data/live-streams.md lists. If the next
 * stream is removed or moved away, a stream that is overdue by then is unobserved. The undo of the import that ended a
 * stream makes it live again, overdue or not, unless a later import has the newest observation. `updateStreams` applies
 * the rules; it alone moves streams into live_streams and back.
 */

/** SQL for the next start on the channel of a stream `stream`; of streams with the same start, the lowest ID is the newest. */
export const nextStart = (stream: string) => `
  SELECT r.started_at
  FROM streams r
  WHERE r.streamer_id = ${stream}.streamer_id AND r.started_at >= ${stream}.started_at
    AND (r.started_at > ${stream}.started_at OR r.id < ${stream}.id)
  ORDER BY r.started_at
  LIMIT 1`;

/** SQL for an inferred end, from the SQL of the start, the last observation and sample, and the next start. */
export function inferredEnd(startedAt: string, observedAt: string, lastAt: string, next: string): string {
  return `CASE WHEN COALESCE(${observedAt}, ${lastAt}) IS NULL THEN ${next} ELSE greatest(${startedAt}, ${observedAt}, ${lastAt}) END`;
}

/** SQL for the end of a stream `t` that an import of its exported record and samples infers; null if it infers none. */
export const endWithoutObservations = `
  (SELECT ${inferredEnd('t.started_at', 'NULL::timestamptz', 't.last_sampled_at', 'n.started_at')} FROM (${nextStart('t')}) n)`;

const defaultEndedAfterMs = 10 * minuteMs;

/** SQL for a time limit: a stream that was last observed at this time or earlier is overdue. */
export const overdueAt = (streamId: string, endedAfterMs = defaultEndedAfterMs) =>
  `(SELECT w.observed_at - interval '1 millisecond' * ${endedAfterMs} FROM newest_observation w WHERE w.platform = ${platformNumber(streamId)})`;

/**
 * SQL for the reason why a changed stream `c` ends, by the first rule that applies; null if it is live. `s` and `l` are
 * the stored stream and its live row, `o` has the given end and the newest observation, and `n` the next start.
 */
export const endReason = `
  CASE
    WHEN o.ended_at IS NOT NULL THEN 'given'
    WHEN n.started_at IS NOT NULL THEN 'next_stream'
    -- COLLECT_KEEP has removed the next stream, which did start.
    WHEN s.end_reason = 'next_stream' AND NOT c.is_moved AND c.observed_at IS NULL THEN 'next_stream'
    WHEN c.is_unobserved THEN 'unobserved'
    WHEN s.end_reason = 'unobserved' AND COALESCE(greatest(c.observed_at, l.observed_at) <= s.observed_at, TRUE) THEN 'unobserved'
    -- Its end was taken back, or its next stream is gone, and it is overdue by now.
    WHEN l.stream_id IS NULL AND c.observed_at IS NULL AND o.observed_at <= ${overdueAt('c.stream_id')} THEN 'unobserved'
  END`;

/** Which streams an import of observations ends as unobserved. */
export type UnobservedRule =
  /**
   * If the import observes live streams: those whose last observation is older than the newest observation by this
   * much, ten minutes by default.
   */
  | { readonly rule: 'overdue'; readonly endedAfterMs?: number }
  /** The streams of a platform that a complete sweep lacks, unless a later import than this one, which the sweep knew of, observed them. */
  | { readonly rule: 'lacking'; readonly knownImport: number; readonly platform: PlatformName }
  | { readonly rule: 'none' };

/**
 * Notes the streams that are no longer observed.
 */
export async function noteUnobserved(client: Client, unobserved: UnobservedRule): Promise<void> {
  if (unobserved.rule === 'overdue') await client.query(noteOverdueSql(unobserved.endedAfterMs));
  if (unobserved.rule === 'lacking') await client.query(noteLackingSql(unobserved.platform), [unobserved.knownImport]);
}

const noteOverdueSql = (endedAfterMs?: number) => `
  INSERT INTO ${changedStreams} (stream_id, is_unobserved)
  SELECT k.stream_id, TRUE
  FROM (
    SELECT l.stream_id, l.observed_at FROM live_streams l
    UNION ALL
    SELECT c.stream_id, c.observed_at FROM ${changedStreams} c
  ) k
  WHERE ${platformNumber('k.stream_id')} IN (SELECT g.platform FROM ${observations} g WHERE g.shape IN ('stream', 'nobody'))
  GROUP BY k.stream_id
  HAVING max(k.observed_at) <= ${overdueAt('k.stream_id', endedAfterMs)}`;

const noteLackingSql = (platform: PlatformName) => `
  INSERT INTO ${changedStreams} (stream_id, is_unobserved)
  SELECT l.stream_id, TRUE
  FROM live_streams l
  WHERE l.observed_at IS NOT NULL AND COALESCE(l.import_id, 0) <= $1 AND ${isOfPlatform('l.stream_id', platform)}
    AND NOT EXISTS (SELECT FROM ${observations} g WHERE g.shape IN ('stream', 'unreadable') AND g.stream_id = l.stream_id)`;

/**
 * Records that this import ends or reopens streams. These ends are facts of the import, not consequences of its rows, so
 * an undo restores them.
 */
export async function recordEnds(client: Client): Promise<void> {
  await changeRows(client, 'streams', recordSql);
}

const recordSql = `
  UPDATE streams t SET import_id = ${currentImport}
  FROM (
    SELECT c.stream_id, bool_or(c.is_unobserved) AS is_unobserved, max(c.observed_at) AS observed_at
    FROM ${changedStreams} c
    WHERE c.is_unobserved OR c.observed_at IS NOT NULL
    GROUP BY c.stream_id
  ) c
  WHERE t.id = c.stream_id AND CASE
    WHEN t.ended_at IS NULL THEN c.is_unobserved
    ELSE t.end_reason = 'unobserved' AND c.observed_at IS NOT NULL
  END`;
