import type { Client } from 'pg';
import { PlatformName } from '../../config/platforms.js';
import { ImportSummary, runImport } from '../../ingest/ingest.js';
import { observedChannels } from '../../ingest/observed-streams.js';
import { observations } from '../../ingest/session.js';
import { insertSweepTotals } from '../../ingest/sweep-totals.js';
import { Outbox } from '../../jobs/webhooks/outbox.js';
import { writeSweepEvents } from '../../jobs/webhooks/sweep-events.js';
import { Observation, observationInput } from './observation.js';

interface SaveOptions {
  readonly dryRun?: boolean;
  /** Replaces the time of the database. */
  readonly now?: Date | null;
  readonly outbox?: Outbox | undefined;
}

/**
 * Imports an observation in one transaction. In any order of observations, a stream ends at its last observation when a
 * complete sweep that knew of that observation lacks the stream.
 *
 * A sweep writes these tables, in this order; `importObservations` in `ingest.ts` has the steps:
 *
 * - imports: the record of the import, which cannot be undone
 * - newest_observation: the time of the sweep, also without live streams
 * - streamers: new channels, and names that changed
 * - streams: new streams, and descriptions that changed
 * - stream_changes: the moments at which descriptions changed
 * - viewer_samples: the viewers of each live stream; if a stream is packed, its row of packed_samples is unpacked
 * - live_streams: the sample sum and the last observation of each live stream
 * - streams, streamers: the ends and figures of streams that end, and the time of their streamers' names
 * - events: `figures_due` of events with changed streams
 * - watched_channels: for a whole platform, the channels that are observed for the first time or again
 * - with WEBHOOKS, webhook_targets, webhook_changes and webhook_deliveries: the starts, changes and ends of streams
 * - collector_sweeps: the time of the sweep
 * - sweep_totals: the viewers and streams of a complete sweep
 * - collector_failures: a complete sweep removes the last failure
 *
 * data_summary counts the rows of each kind. forgotten_ids gets the streams of forgotten channels, which are left out.
 * Profiles, and counts of followers or subscribers write imports, streamers, follower_points and subscriber_points.
 */
export function saveObservation(
  client: Client,
  platform: PlatformName,
  observation: Observation,
  { dryRun = false, now = null, outbox }: SaveOptions = {},
): Promise<ImportSummary> {
  const { kind, at, channels = null, knownImport } = observation.head;
  return runImport(client, [observationInput(platform, observation)], {
    skipInvalid: true,
    canUndo: false,
    dryRun,
    unobserved: knownImport === undefined ? { rule: 'none' } : { rule: 'lacking', knownImport, platform },
    listEvents: outbox !== undefined,
    finish: async (_client, updated) => {
      if (kind !== 'sweep') return;
      if (outbox) await writeSweepEvents(outbox, client, { platform, at, channels, now, updated });
      await client.query(noteSweepSql, [platform, at, channels]);
      if (knownImport === undefined) return;
      // Without a watched channel, the streams of earlier lists would be the totals.
      if (channels !== 0) await client.query(noteTotals, [platform, channels, at, now]);
      await client.query('DELETE FROM collector_failures f WHERE f.platform = $1', [platform]);
    },
  });
}

/** For a whole platform, a channel is watched from its first observation on, and again after a time without watching. */
const noteSweepSql = `
  WITH added AS (
    INSERT INTO watched_channels (platform, external_id, streamer_id, watched_since)
    SELECT $1, g.external_id, g.streamer_id, $2::timestamptz
    FROM (${observedChannels}) g
    WHERE $3::integer IS NULL AND NOT EXISTS (
      SELECT FROM watched_channels k
      WHERE k.platform = $1 AND k.external_id = g.external_id AND k.watched_until IS NULL
    )
    ON CONFLICT (platform, external_id) DO UPDATE SET watched_since = excluded.watched_since, watched_until = NULL
  )
  INSERT INTO collector_sweeps AS c (platform, since, swept_at)
  VALUES ($1, $2::timestamptz, $2::timestamptz)
  ON CONFLICT (platform) DO UPDATE
  SET since = least(c.since, excluded.since), swept_at = greatest(c.swept_at, excluded.swept_at)`;

/**
 * The refresh needs the sweeps around a sweep, so a sweep that is stored more than 24 hours after its time does not
 * count. Each sweep has an item without a live stream.
 */
const noteTotals = insertSweepTotals(`
  SELECT $3::timestamptz AS swept_at, g.shape = 'stream' AS is_live, g.viewers, g.language, g.game_name
  FROM ${observations} g
  WHERE $3::timestamptz >= COALESCE($4::timestamptz, clock_timestamp()) - interval '24 hours'`);
