import type { Client } from 'pg';
import { countNames } from '../../config/channel-counts.js';
import { platformNumber, platformNumberOf } from '../../database/platforms/platform-ids.js';
import { inTransaction } from '../../database/in-transaction.js';
import { chatIntervalSeconds } from '../../figures/chat-intervals.js';
import { lockImports } from '../../ingest/import-lock.js';
import { recomputeStreams } from '../../ingest/ingest.js';
import type { Kind } from '../../ingest/kinds/kind.js';
import { changeColumns } from '../../ingest/kinds/observed-columns.js';
import { pointKinds, streamChanges, streamers, viewerSamples } from '../../ingest/kinds/kinds.js';
import { isCollected } from '../../ingest/observed-streams.js';
import { recordRemoval } from '../../ingest/records/data-summary.js';
import { RecordedTable } from '../../ingest/records/recorded-tables.js';
import { RemovedRows, removeOwned } from '../../ingest/records/remove-owned.js';
import { changedStreams, qualifyColumns, openSession } from '../../ingest/session.js';
import { overdueAt } from '../../ingest/steps/end-streams.js';
import { markChangedStreams, markMonthsFrom } from '../../ingest/steps/mark-months.js';
import { noteNeighbors } from '../../ingest/steps/note-changed-streams.js';
import { unpackStreams } from '../../ingest/steps/unpack-streams.js';
import { lockTotalsSql } from '../refresh/refresh-totals.js';
import { lacksPoints, observedStreamers, observedStreams } from './prune-observed.js';
import { removeNewerTotalsSql } from './prune-totals.js';

/**
 * Removes what was observed after a moment, such as the sweeps of a collector whose clock was wrong, and recomputes the affected
 * streams as if it had not been observed, in one transaction:
 *
 * - Viewer samples, changes of descriptions, and points of followers and subscribers of observed streams and streamers are removed. Samples of files
 *   cannot be distinguished from observations. Data that only came from files stays.
 * - Streams and channels that a collector observed only after the moment are removed, unless an event or a session has the stream.
 * - Streams that a removed sweep ended or reopened are live if their last observation is less than ten minutes older than the newest
 *   one. The next complete sweep decides about them.
 * - Streams get the description of their last remaining change. Names and pictures stay, and any observation replaces them.
 *
 * A dry run changes nothing. Returns the numbers of removed rows of the tables.
 * Writes viewer_samples, packed_samples, stream_changes, follower_points, subscriber_points, streamers, streams, live_streams, newest_observation,
 * watched_channels, collector_sweeps, sweep_totals, totals, total_days, chat_counts, chat_gaps, chat_intervals, events, data_summary, and the tables of {@link removeOwned}.
 */
export function pruneNewer(
  client: Client,
  after: Date,
  { dryRun = false, log = () => {} }: { dryRun?: boolean; log?: (line: string) => void } = {},
): Promise<RemovedRows[]> {
  const prune = async () => {
    await client.query(`SET LOCAL work_mem = '128MB'`);
    await lockImports(client, log);
    return removeNewer(client, after);
  };
  return inTransaction(client, prune, () => !dryRun);
}

async function removeNewer(client: Client, after: Date): Promise<RemovedRows[]> {
  const run = (sql: string) => client.query(sql, [after]);
  await openSession(client);
  await run(noteObservedSql);
  await run(noteEndedSql);
  await noteNeighbors(client);
  await markChangedStreams(client);
  await run(markMonthsFrom('SELECT f.created_at AS at FROM follower_points f WHERE f.created_at > $1'));
  await unpackStreams(client, `SELECT c.stream_id FROM ${changedStreams} c`);
  await run(restoreDescriptionsSql);
  const removed: RemovedRows[] = [];
  const remove = async (kind: RecordedTable, sql: string, ...channels: string[][]) => {
    const { rowCount } = await client.query(sql, [after, ...channels]);
    if (rowCount) await recordRemoval(client, kind, rowCount);
    removed.push({ table: kind.name, rows: rowCount ?? 0 });
  };
  for (const [kind, sql] of removals) await remove(kind, sql);
  for (const sql of restored) await run(sql);
  const { rows: unknown } = await client.query<{ id: string; streamer_id: string }>(listUnknownSql);
  const streams = unknown.map(({ id }) => id);
  removed.push(...(await removeOwned(client, { streamers: [], streams, events: [], colab_sessions: [] })));
  const channels = unknown.map(({ streamer_id }) => streamer_id);
  await remove(streamers, removeUnknownStreamersSql, channels);
  await client.query(lockTotalsSql);
  for (const sql of [restoreNamesSql, ...restoreWatchedSql, ...removeNewerTotalsSql]) await run(sql);
  await recomputeStreams(client);
  await markChangedStreams(client);
  return removed.filter(({ table, rows }) => rows > 0 && table !== 'live_streams');
}

/** Some of these streams may be removed, and then the streams before them have another end. */
const noteObservedSql = `
  INSERT INTO ${changedStreams} (stream_id, is_moved, needs_sum)
  SELECT DISTINCT o.stream_id, TRUE, TRUE
  FROM (${observedStreams}) o
  JOIN (
    SELECT v.stream_id FROM viewer_samples v WHERE v.created_at > $1
    UNION ALL
    SELECT k.stream_id FROM packed_samples k WHERE k.last_at > $1
    UNION ALL
    SELECT l.stream_id FROM live_streams l WHERE l.observed_at > $1
    UNION ALL
    SELECT s.id FROM streams s WHERE s.observed_at > $1
  ) n USING (stream_id)`;

/** A sweep may have ended streams without observing any. */
const noteEndedSql = `
  INSERT INTO ${changedStreams} (stream_id, is_unobserved)
  SELECT s.id, FALSE
  FROM streams s
  WHERE s.end_reason = 'unobserved' AND s.import_id IN (
    SELECT v.import_id FROM viewer_samples v WHERE v.created_at > $1
    UNION ALL
    SELECT l.import_id FROM live_streams l WHERE l.observed_at > $1
    UNION ALL
    SELECT o.import_id FROM newest_observation o WHERE o.observed_at > $1
    UNION ALL
    SELECT i.id FROM imports i WHERE i.imported_at > $1
  )`;

const observed = `(SELECT DISTINCT c.stream_id FROM ${changedStreams} c WHERE c.needs_sum)`;
const ended = `(SELECT DISTINCT c.stream_id FROM ${changedStreams} c WHERE NOT c.is_moved AND NOT c.needs_sum)`;

const described = changeColumns.map(({ name }) => name);

/** The description of a newer file stays. */
const restoreDescriptionsSql = `
  UPDATE streams t SET (${described.join(', ')}) = ROW(${qualifyColumns('c', described)})
  FROM ${observed} n
  CROSS JOIN LATERAL (
    SELECT h.* FROM stream_changes h WHERE h.stream_id = n.stream_id AND h.created_at <= $1 ORDER BY h.created_at DESC LIMIT 1
  ) c
  WHERE t.id = n.stream_id AND c.created_at >= COALESCE(t.updated_at, '-infinity')
    AND EXISTS (SELECT FROM stream_changes r WHERE r.stream_id = n.stream_id AND r.created_at > $1)`;

const removals: readonly (readonly [Kind, string])[] = [
  [
    viewerSamples,
    `DELETE FROM viewer_samples t USING ${observed} n WHERE t.stream_id = n.stream_id AND t.created_at > $1`,
  ],
  [
    streamChanges,
    `DELETE FROM stream_changes t USING ${observed} n WHERE t.stream_id = n.stream_id AND t.created_at > $1`,
  ],
  ...Object.values(pointKinds).map((kind): [Kind, string] => [
    kind,
    `DELETE FROM ${kind.name} t USING (${observedStreamers}) u WHERE t.streamer_id = u.id AND t.created_at > $1`,
  ]),
];

/** SQL for the last remaining observation of a stream: its last remaining sample. */
const lastObservation = `COALESCE(
  (SELECT max(v.created_at) FROM viewer_samples v WHERE v.stream_id = n.stream_id),
  (SELECT p.last_at FROM pruned_samples p WHERE p.stream_id = n.stream_id)
)`;

/** The chats are read also while no sweep is stored, so only times in the future are wrong. */
const restored = [
  `UPDATE live_streams t SET observed_at = ${lastObservation} FROM ${observed} n WHERE t.stream_id = n.stream_id AND t.observed_at > $1`,
  `UPDATE streams t SET observed_at = ${lastObservation} FROM ${observed} n WHERE t.id = n.stream_id AND t.observed_at > $1`,
  `WITH remaining AS (
    SELECT DISTINCT ON (r.platform) r.*
    FROM (
      SELECT ${platformNumber('l.stream_id')} AS platform, l.stream_id, l.observed_at FROM live_streams l WHERE l.observed_at IS NOT NULL
      UNION ALL
      SELECT ${platformNumber('s.id')}, s.id, s.observed_at FROM streams s WHERE s.observed_at IS NOT NULL
    ) r
    ORDER BY r.platform, r.observed_at DESC
  ), newest AS (
    SELECT r.platform, r.observed_at, (
      SELECT v.import_id FROM viewer_samples v WHERE v.stream_id = r.stream_id AND v.created_at = r.observed_at
    ) AS import_id
    FROM remaining r
  ), emptied AS (
    DELETE FROM newest_observation t WHERE t.observed_at > $1 AND t.platform NOT IN (SELECT n.platform FROM newest n)
  )
  UPDATE newest_observation t SET (observed_at, import_id) = ROW(n.observed_at, n.import_id)
  FROM newest n
  WHERE t.platform = n.platform AND t.observed_at > $1`,
  `WITH reopened AS (
    UPDATE streams t SET ended_at = NULL, end_reason = NULL
    FROM ${ended} n
    WHERE t.id = n.stream_id AND t.end_reason = 'unobserved' AND t.observed_at <= $1 AND t.observed_at > ${overdueAt('t.id')}
    RETURNING t.id, t.observed_at
  )
  INSERT INTO ${changedStreams} (stream_id, observed_at) SELECT r.id, r.observed_at FROM reopened r`,
  `INSERT INTO ${changedStreams} (stream_id, is_unobserved)
  SELECT n.stream_id, TRUE FROM ${observed} n JOIN live_streams l ON l.stream_id = n.stream_id
  WHERE l.observed_at <= $1 AND l.observed_at <= ${overdueAt('l.stream_id')}`,
  `DELETE FROM collector_sweeps t WHERE t.since > $1`,
  `UPDATE collector_sweeps t
  SET swept_at = greatest(t.since, (SELECT o.observed_at FROM newest_observation o WHERE o.platform = ${platformNumberOf('t.platform')}))
  WHERE t.swept_at > $1`,
  `DELETE FROM chat_gaps t WHERE t.missed_from > greatest($1, now())`,
  `UPDATE chat_gaps t SET missed_until = now() WHERE t.missed_until > greatest($1, now())`,
  `UPDATE chat_counts t SET counted_until = now() WHERE t.counted_until > greatest($1, now())`,
  `UPDATE chat_intervals t
  SET ${['messages', 'chatters', 'deleted_messages', 'shared_messages'].map((name) => `${name} = t.${name}[1:n.count]`).join(', ')}
  FROM (
    SELECT s.id, ceil(date_part('epoch', greatest($1, now()) - s.started_at) / ${chatIntervalSeconds})::int AS count
    FROM streams s
  ) n
  WHERE n.id = t.stream_id AND cardinality(t.messages) > n.count`,
];

const requestTimes = ['watched_until', 'profile_at', ...countNames.map((name) => `${name}_at`)];

const restoreWatchedSql = [
  `DELETE FROM watched_channels t
  WHERE t.watched_since > $1
    AND NOT EXISTS (SELECT FROM watched_names n WHERE n.platform = t.platform AND n.external_id = t.external_id)
    AND NOT EXISTS (SELECT FROM streamers s WHERE s.id = t.streamer_id)`,
  `UPDATE watched_channels t
  SET watched_since = least(t.watched_since, now()),
    ${requestTimes.map((name) => `${name} = CASE WHEN t.${name} <= $1 THEN t.${name} END`).join(', ')}
  WHERE greatest(t.watched_since, ${requestTimes.map((name) => `t.${name}`).join(', ')}) > $1`,
];

/** SQL for whether a file was the last to bring or change a row. */
const isFromFile = `EXISTS (SELECT FROM imports i WHERE i.id = t.import_id AND NOT ${isCollected})`;

const listUnknownSql = `
  SELECT t.id, t.streamer_id
  FROM ${observed} n
  JOIN streams t ON t.id = n.stream_id
  WHERE ${lastObservation} IS NULL AND NOT ${isFromFile}
    AND COALESCE(t.live_views, t.live_views_final, t.unique_chatters) IS NULL AND COALESCE(t.vod_id, t.updated_at::text) IS NULL
    AND (t.figures_from_samples OR COALESCE(t.avg_viewers, t.peak_viewers, t.watchtime) IS NULL)
    AND t.end_reason IS DISTINCT FROM 'given'
    AND NOT EXISTS (SELECT FROM event_streams e WHERE e.stream_id = t.id)
    AND NOT EXISTS (SELECT FROM events e WHERE e.host_stream_id = t.id)
    AND NOT EXISTS (SELECT FROM colab_session_streams c WHERE c.stream_id = t.id)`;

/** Of the channels of these streams, those that were not observed before. */
const removeUnknownStreamersSql = `
  DELETE FROM streamers t
  WHERE t.id = ANY ($2) AND NOT ${isFromFile}
    AND COALESCE(t.named_at > $1, TRUE) AND COALESCE(t.pictured_at > $1, TRUE)
    AND NOT EXISTS (SELECT FROM watched_channels w WHERE w.streamer_id = t.id AND w.watched_since <= $1)
    AND NOT EXISTS (SELECT FROM streams s WHERE s.streamer_id = t.id)
    AND NOT EXISTS (SELECT FROM panels p WHERE p.streamer_id = t.id)
    AND ${lacksPoints('t.id')}`;

const restoreNamesSql = `
  UPDATE streamers t
  SET named_at = CASE
      WHEN t.named_at > $1 THEN (SELECT max(s.observed_at) FROM streams s WHERE s.streamer_id = t.id) ELSE t.named_at
    END,
    pictured_at = CASE WHEN t.pictured_at <= $1 THEN t.pictured_at END
  WHERE greatest(t.named_at, t.pictured_at) > $1`;
