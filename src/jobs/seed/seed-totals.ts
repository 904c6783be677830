import type { Client } from 'pg';
import { insertSweepTotals } from '../../ingest/sweep-totals.js';
import { isOfPlatform } from '../../database/platforms/platform-ids.js';
import { lockTotalsSql } from '../refresh/refresh-totals.js';
import { isSeeded } from '../../database/platforms/seed-ids.js';

const seededChannels = `(SELECT count(*)::int FROM streamers u WHERE ${isSeeded('streamers', 'u.id')} AND ${isOfPlatform('u.id', 'twitch')})`;

/**
 * Stores sweeps of the streams of the seed, every ten minutes since the last one, or of the last eight days. Viewers come
 * in the first 84 minutes of a stream, and leave in the last ones. Stores nothing after a collector has swept, because its
 * totals would include the seed.
 */
export async function insertSeedSweeps(client: Client, now: Date): Promise<void> {
  const { rows } = await client.query<{ channels: number }>(
    `SELECT ${seededChannels} AS channels WHERE NOT EXISTS (SELECT FROM collector_sweeps)`,
  );
  if (rows[0]) await client.query(insertSweepTotals(seededStreams), ['twitch', rows[0].channels, now]);
}

const slot = (at: string) => `date_bin('10 minutes', ${at}, 'epoch')`;

const hoursFrom = (from: string, to: string) => `date_part('epoch', ${to} - ${from}) / 3600`;

/** The last sweep holds until now at most. */
const seededStreams = `
  SELECT m.at AS swept_at, s.id IS NOT NULL AS is_live, s.language, s.game_name,
    round(s.avg_viewers * 1.2 * LEAST(1, 0.3 + ${hoursFrom('s.started_at', 'm.at')} / 2, 0.3 + ${hoursFrom('m.at', 's.ended_at')} / 2)) AS viewers
  FROM (
    SELECT COALESCE(max(t.swept_at) + interval '10 minutes', ${slot('$3::timestamptz')} - interval '8 days') AS since
    FROM sweep_totals t
  ) f
  CROSS JOIN LATERAL generate_series(f.since, ${slot('$3::timestamptz')} - interval '10 minutes', '10 minutes') m(at)
  LEFT JOIN LATERAL (
    SELECT k.* FROM current_streams k
    WHERE k.started_at <= m.at AND k.started_at > m.at - interval '3 days' AND COALESCE(k.ended_at, 'infinity') > m.at
      AND ${isSeeded('streams', 'k.id')}
  ) s ON TRUE`;

/** The totals of the seed have its number of channels. */
export async function deleteSeedTotals(client: Client): Promise<void> {
  await client.query(lockTotalsSql);
  for (const table of ['sweep_totals', 'totals']) {
    await client.query(`DELETE FROM ${table} t WHERE t.watched_channels = ${seededChannels}`);
  }
}
