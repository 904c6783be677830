import type { Client } from 'pg';
import { changedProperties } from '../../config/webhook-targets.js';
import { PlatformName } from '../../config/platforms.js';
import { isOfPlatform } from '../../database/platforms/platform-ids.js';
import { isCollected } from '../../ingest/observed-streams.js';
import { currentImport } from '../../ingest/records/import-record.js';
import { observedChanges } from '../../ingest/session.js';
import { UpdatedStreams } from '../../ingest/steps/update-streams.js';
import { endedDelay, Outbox } from './outbox.js';
import { WebhookEvent } from './sending/delivery-store.js';

interface StoredSweep {
  platform: PlatformName;
  at: string;
  /** Number of channels of a list; null for a whole platform. */
  channels: number | null;
  /** Replaces the time of the database. */
  now: Date | null;
  updated: UpdatedStreams;
}

/**
 * Writes the starts, changes and ends of streams that a sweep found, before the sweep itself is noted. The first sweep of a
 * platform has none, and neither have channels that a list has gained since the previous sweep.
 */
export async function writeSweepEvents(outbox: Outbox, client: Client, sweep: StoredSweep): Promise<void> {
  const { platform, at, channels, now, updated } = sweep;
  await outbox.resolveNames(client);
  const wantsChanges = (await outbox.listTargets(client, 'stream.changed')).length > 0;
  const due = wantsChanges ? await findDueChanges(client, sweep) : [];
  const { started = [], ended = [] } = updated;
  if (started.length + ended.length + due.length === 0) return;
  const changed = [due.map(({ stream_id }) => stream_id), due.map(({ changed_at }) => changed_at)];
  await outbox.write(client, sweepEvents, [platform, channels, now, started, ended, at, ...changed]);
}

interface ChangedStream {
  stream_id: string;
  changed_at: Date;
}

/**
 * Notes the streams that this sweep changed, and returns those that were noted two sweeps ago. A change of this sweep belongs to a
 * message that is due now.
 */
async function findDueChanges(client: Client, { platform, at, channels, now }: StoredSweep): Promise<ChangedStream[]> {
  await client.query(noteChangesSql, [platform, channels, now, at]);
  return (await client.query<ChangedStream>(takeDueChangesSql(platform), [platform])).rows;
}

/** Returns the newest changes of live streams of a target, whose messages need not be due. */
export async function listNewestChanges(client: Client, target: string): Promise<WebhookEvent[]> {
  const { rows } = await client.query<WebhookEvent>(
    `SELECT 'stream.changed' AS kind, s.id::text AS subject, c.created_at AS occurred_at, c.created_at
    FROM webhook_targets t
    CROSS JOIN live_streams l
    JOIN streams s ON s.id = l.stream_id
    CROSS JOIN LATERAL (${newestChange('TRUE')}) c
    WHERE t.name = $1
      AND EXISTS (SELECT FROM stream_changes b WHERE b.stream_id = s.id AND b.created_at < c.created_at)
      AND (t.channels IS NULL OR s.streamer_id IN (SELECT n.streamer_id FROM webhook_names n WHERE n.name = ANY (t.channels)))
    ORDER BY c.created_at DESC, s.id
    LIMIT 20`,
    [target],
  );
  return rows;
}

const clock = `clock AS (SELECT COALESCE($3::timestamptz, clock_timestamp()) AS now)`;
const previous = `previous AS (SELECT c.swept_at FROM collector_sweeps c WHERE c.platform = $1)`;

/** SQL for whether a channel was watched in the previous sweep `p`. */
const wasWatched = (streamer: string) => `(
  $2::integer IS NULL OR EXISTS (
    SELECT FROM watched_channels w
    WHERE w.platform = $1 AND w.streamer_id = ${streamer} AND w.watched_since <= p.swept_at
  )
)`;

/** A change counts if the description before is not from a file. A stream without one is new. */
const noteChangesSql = `
  WITH ${clock}, ${previous}, wanting AS (
    SELECT t.channels FROM webhook_targets t WHERE 'stream.changed' = ANY (t.kinds) AND NOT t.is_off
  )
  INSERT INTO webhook_changes (stream_id, changed_at)
  SELECT o.stream_id, o.at
  FROM ${observedChanges} o
  CROSS JOIN clock n
  CROSS JOIN previous p
  JOIN stream_changes c ON c.stream_id = o.stream_id AND c.created_at = o.at AND c.import_id = ${currentImport}
  JOIN streams s ON s.id = o.stream_id
  CROSS JOIN LATERAL (
    SELECT t.import_id FROM stream_changes t
    WHERE t.stream_id = o.stream_id AND t.created_at < o.at
    ORDER BY t.created_at DESC LIMIT 1
  ) b
  WHERE $4::timestamptz >= n.now - interval '10 minutes' AND ${wasWatched('s.streamer_id')}
    AND NOT EXISTS (SELECT FROM imports i WHERE i.id = b.import_id AND NOT ${isCollected}) AND (
    EXISTS (SELECT FROM wanting w WHERE w.channels IS NULL)
    OR s.streamer_id IN (SELECT k.streamer_id FROM wanting w CROSS JOIN unnest(w.channels) l(name) JOIN webhook_names k ON k.name = l.name)
  )
  ON CONFLICT DO NOTHING`;

const takeDueChangesSql = (platform: PlatformName) => `
  WITH ${previous}
  DELETE FROM webhook_changes w USING previous p
  WHERE w.changed_at < p.swept_at AND ${isOfPlatform('w.stream_id', platform)}
  RETURNING w.stream_id, w.changed_at`;

/** SQL for the changed properties between two changes of a stream. */
const changedNames = `array_remove(ARRAY[${changedProperties
  .map((name) => `CASE WHEN b.${name} IS DISTINCT FROM a.${name} THEN '${name}' END`)
  .join(', ')}], NULL)`;

/** Several names of a target can have the same channel, so UNION removes equal rows. */
const sweepEvents = `
  WITH ${clock}, ${previous}, found AS (
    SELECT 'stream.started' AS kind, s.id, s.streamer_id, s.started_at AS at, n.now, n.now AS due_at, NULL::text[] AS changes
    FROM clock n
    JOIN streams s ON s.id = ANY ($4::bigint[]) AND s.started_at >= n.now - interval '1 hour'
    UNION ALL
    SELECT 'stream.ended', s.id, s.streamer_id, s.ended_at, n.now, n.now + ${endedDelay}, NULL
    FROM clock n
    JOIN streams s ON s.id = ANY ($5::bigint[]) AND s.ended_at >= n.now - interval '24 hours'
    UNION ALL
    SELECT 'stream.changed', s.id, s.streamer_id, d.changed_at, greatest(n.now, l.at), n.now, ${changedNames}
    FROM clock n
    CROSS JOIN previous p
    CROSS JOIN LATERAL (SELECT greatest($6::timestamptz, p.swept_at) AS at) l
    CROSS JOIN unnest($7::bigint[], $8::timestamptz[]) d(stream_id, changed_at)
    JOIN streams s ON s.id = d.stream_id AND s.ended_at IS NULL
    CROSS JOIN LATERAL (${newestChange('t.created_at < d.changed_at')}) b
    CROSS JOIN LATERAL (${newestChange('t.created_at <= l.at')}) a
  ), known AS MATERIALIZED (
    SELECT f.*
    FROM found f
    CROSS JOIN previous p
    WHERE ${wasWatched('f.streamer_id')}
  ), active AS (
    SELECT t.* FROM webhook_targets t WHERE NOT t.is_off
  ), listed AS (
    SELECT a.name, a.kinds, a.changes, unnest(a.channels) AS channel FROM active a
  ), wanted AS (
    SELECT t.name, k.* FROM active t JOIN known k ON k.kind = ANY (t.kinds) AND ${wantsChange('t')} WHERE t.channels IS NULL
    UNION
    SELECT l.name, k.*
    FROM listed l
    JOIN webhook_names n ON n.name = l.channel
    JOIN known k ON k.streamer_id = n.streamer_id AND k.kind = ANY (l.kinds) AND ${wantsChange('l')}
  )
  SELECT w.name AS target, w.kind, w.id::text AS subject, w.at AS occurred_at, w.streamer_id, w.now AS created_at, w.due_at,
    NULL::timestamptz AS finished_at, NULL::bigint[] AS streamer_ids
  FROM wanted w`;

/** SQL for whether an event `k` has a change that a target wants. Other events have no list of changes. */
function wantsChange(target: string): string {
  return `COALESCE(k.changes && COALESCE(${target}.changes, k.changes), TRUE)`;
}

/** SQL for the newest of some changes of a stream `s`. */
function newestChange(condition: string): string {
  return `SELECT t.* FROM stream_changes t WHERE t.stream_id = s.id AND ${condition} ORDER BY t.created_at DESC LIMIT 1`;
}
