import type { Client } from 'pg';
import { EndRule } from '../import/helix/stage-streams.js';
import { Importer, ImportSummary } from '../import/importer.js';
import { Observation, observationInput } from './observation.js';
import { OwnerSession } from './owner-session.js';

/** An observation takes seconds. A connection that says nothing for so long is broken. */
const limitMs = 300_000;

const longAgoMs = 100 * 365 * 86_400_000;

/** What an observation came to. */
export interface Saved {
  readonly summary: ImportSummary;
  /** How many streams are open now. */
  readonly open: number;
}

/**
 * Imports an observation in one transaction, whatever the order in which observations come: a stream has ended if a complete sweep that
 * knew it as open lacks it, and the newest complete sweep that is stored is later than its last sighting.
 */
export async function saveObservation(
  session: OwnerSession,
  platform: string,
  observation: Observation,
  dryRun = false,
): Promise<Saved> {
  return session.use(async (client) => {
    const limit = setTimeout(() => session.end(), limitMs);
    try {
      const counted = { open: 0 };
      const summary = await new Importer(client).run([observationInput(observation)], {
        skipInvalid: true,
        canUndo: false,
        dryRun,
        begin: () => endRule(client, platform, observation),
        finish: async () => {
          await note(client, platform, observation);
          counted.open = await countOpen(client);
        },
      });
      return { summary, open: counted.open };
    } finally {
      clearTimeout(limit);
    }
  });
}

/**
 * How long before the newest observation the newest complete sweep was, so that the import ends what that one lacked; and which streams
 * this one knew, if it is complete.
 */
async function endRule(client: Client, platform: string, { head }: Observation): Promise<EndRule> {
  const { rows } = await client.query<{ newestAt: Date | null; completeAt: Date | null }>(
    `SELECT (SELECT o.newest_at FROM sighting_state o) AS "newestAt",
      (SELECT c.complete_at FROM collector_sweeps c WHERE c.platform = $1) AS "completeAt"`,
    [platform],
  );
  const [row] = rows;
  const at = Date.parse(head.at);
  const newest = Math.max(row?.newestAt?.getTime() ?? 0, head.kind === 'sweep' ? at : 0);
  const complete = Math.max(row?.completeAt?.getTime() ?? 0, head.kind === 'sweep' && head.isComplete ? at : 0);
  const endedAfterMs = complete === 0 ? longAgoMs : newest - complete + 1;
  return { endedAfterMs, knownImport: head.isComplete ? (head.knownImport ?? 0) : 0 };
}

async function note(client: Client, platform: string, { head }: Observation): Promise<void> {
  if (head.kind === 'facts') {
    await client.query(noteAsked, [platform]);
    return;
  }
  const isWhole = head.channels === undefined;
  const added = isWhole ? (await client.query(watchSeen, [platform, head.at])).rowCount : 0;
  await client.query(noteSweep, [
    platform,
    head.at,
    head.isComplete ? head.at : null,
    head.channels ?? null,
    added ?? 0,
  ]);
}

const noteSweep = `
  INSERT INTO collector_sweeps AS c (platform, since, swept_at, complete_at, channels)
  VALUES ($1, $2, $2, $3, COALESCE($4::integer, $5::integer))
  ON CONFLICT (platform) DO UPDATE
  SET since = least(c.since, excluded.since), swept_at = greatest(c.swept_at, excluded.swept_at),
    complete_at = greatest(c.complete_at, excluded.complete_at), channels = COALESCE($4::integer, c.channels + $5::integer)`;

/** Of a whole platform a channel is watched from its first sighting on. */
const watchSeen = `
  INSERT INTO watched_channels AS w (platform, external_id, streamer_id, watched_since)
  SELECT $1, g.streamer_id::text, g.streamer_id, $2
  FROM (SELECT DISTINCT s.streamer_id FROM staging_helix s WHERE s.shape = 'stream') g
  WHERE NOT EXISTS (
    SELECT FROM watched_channels k
    WHERE k.platform = $1 AND k.external_id = g.streamer_id::text AND k.watched_until IS NULL
  )
  ON CONFLICT (platform, external_id) DO UPDATE SET watched_since = excluded.watched_since, watched_until = NULL`;

const noteAsked = `
  UPDATE watched_channels w
  SET profile_at = greatest(w.profile_at, g.profile_at), followers_at = greatest(w.followers_at, g.followers_at)
  FROM (
    SELECT s.streamer_id, max(s.at) FILTER (WHERE s.shape = 'user') AS profile_at,
      max(s.at) FILTER (WHERE s.shape = 'followers') AS followers_at
    FROM staging_helix s
    WHERE s.shape IN ('user', 'followers')
    GROUP BY s.streamer_id
  ) g
  WHERE w.platform = $1 AND w.external_id = g.streamer_id::text`;

async function countOpen(client: Client): Promise<number> {
  const { rows } = await client.query<{ open: string }>(
    'SELECT count(*) AS open FROM sighted_streams k WHERE k.is_open',
  );
  return Number(rows[0]?.open);
}
