import type { Client } from 'pg';
import { Importer, ImportSummary } from '../../ingest/ingest.js';
import { observedChannels } from '../../ingest/observed-streams.js';
import { Observation, observationInput } from './observation.js';
import { OwnerSession } from '../owner-session.js';

/**
 * Imports an observation in one transaction. In any order of observations, a stream ends at its last observation when a
 * complete sweep that knew of that observation lacks the stream.
 */
export async function saveObservation(
  session: OwnerSession,
  platform: string,
  observation: Observation,
  dryRun = false,
): Promise<ImportSummary> {
  const { kind, knownImport } = observation.head;
  return session.use((client) =>
    new Importer(client).run([observationInput(observation)], {
      skipInvalid: true,
      canUndo: false,
      dryRun,
      unobserved: knownImport === undefined ? { rule: 'none' } : { rule: 'lacking', knownImport },
      finish: kind === 'sweep' ? () => noteSwept(client, platform, observation) : undefined,
    }),
  );
}

async function noteSwept(client: Client, platform: string, { head }: Observation): Promise<void> {
  const isWhole = head.channels === undefined;
  const added = isWhole ? (await client.query(watchSeen, [platform, head.at])).rowCount : 0;
  await client.query(noteSweep, [platform, head.at, head.channels ?? null, added ?? 0]);
}

const noteSweep = `
  INSERT INTO collector_sweeps AS c (platform, since, swept_at, channels)
  VALUES ($1, $2, $2, COALESCE($3::integer, $4::integer))
  ON CONFLICT (platform) DO UPDATE
  SET since = least(c.since, excluded.since), swept_at = greatest(c.swept_at, excluded.swept_at),
    channels = COALESCE($3::integer, c.channels + $4::integer)`;

/** For a whole platform, a channel is watched from its first observation on, and again after a time without watching. */
const watchSeen = `
  INSERT INTO watched_channels AS w (platform, external_id, streamer_id, watched_since)
  SELECT $1, g.streamer_id::text, g.streamer_id, $2
  FROM (${observedChannels}) g
  WHERE NOT EXISTS (
    SELECT FROM watched_channels k
    WHERE k.platform = $1 AND k.external_id = g.streamer_id::text AND k.watched_until IS NULL
  )
  ON CONFLICT (platform, external_id) DO UPDATE SET watched_since = excluded.watched_since, watched_until = NULL`;
