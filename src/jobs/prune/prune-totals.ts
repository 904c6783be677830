import type { Client } from 'pg';
import { PlatformName } from '../../config/platforms.js';
import { platformNumber, platformNumberOf } from '../../database/platforms/platform-ids.js';
import { sweepHold } from '../../figures/total-figures.js';
import { lockTotalsSql } from '../refresh/refresh-totals.js';

/** The totals of a list, which identify its channels if the list is short. */
const isOfList = 't.watched_channels IS NOT NULL';

/** Removes the totals of lists of a platform from before a moment, and returns the number of removed hours and sweeps. */
export async function pruneListTotals(
  client: Client,
  platform: PlatformName,
  before: Date,
): Promise<Record<string, number>> {
  const remove = async (table: string, column: string) =>
    (
      await client.query(`DELETE FROM ${table} t WHERE t.platform = $2 AND t.${column} < $1 AND ${isOfList}`, [
        before,
        platform,
      ])
    ).rowCount ?? 0;
  await client.query(lockTotalsSql);
  return { sweep_totals: await remove('sweep_totals', 'swept_at'), totals: await remove('totals', 'created_at') };
}

/**
 * Removes the totals of lists from the hours in which a sweep with a stream of a streamer can hold. Totals of a whole
 * platform do not identify streamers, and stay.
 */
export async function forgetListTotals(client: Client, streamerId: string): Promise<number> {
  const hours = `
    SELECT date_trunc('hour', s.started_at, 'UTC') AS since,
      COALESCE(s.ended_at, 'infinity') + ${sweepHold} AS until
    FROM streams s
    LEFT JOIN live_streams l ON l.stream_id = s.id
    WHERE s.streamer_id = $1 AND COALESCE(l.observed_at, s.observed_at) IS NOT NULL`;
  const remove = (table: string, column: string) =>
    `DELETE FROM ${table} t USING (${hours}) h WHERE t.${column} >= h.since AND t.${column} < h.until AND ${isOfList}
      AND ${platformNumberOf('t.platform')} = ${platformNumber('$1::bigint')}`;
  await client.query(lockTotalsSql);
  await client.query(remove('sweep_totals', 'swept_at'), [streamerId]);
  return (await client.query(remove('totals', 'created_at'), [streamerId])).rowCount ?? 0;
}

/**
 * Removes the sweeps after a moment. The next refresh computes the hour of the moment again, from the sweeps before, if
 * all of them are still stored.
 */
export const removeNewerTotalsSql = [
  'DELETE FROM sweep_totals t WHERE t.swept_at > $1',
  `DELETE FROM totals t WHERE t.created_at > $1::timestamptz - interval '1 hour'`,
  `UPDATE sweep_totals t SET is_counted = FALSE
  WHERE t.swept_at > greatest($1::timestamptz - interval '1 hour' - ${sweepHold}, now() - interval '46 hours')`,
];
