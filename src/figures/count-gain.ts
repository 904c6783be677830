import { channelCounts, CountName } from '../config/channel-counts.js';

/** Maximum age, at the start of a window, of the count from which its gain starts. Days of a session could have 23 hours. */
const maxAge = `interval '744 hours'`;

/**
 * Returns SQL for a subquery with one row about a streamer's followers or subscribers: the last count before the end of
 * a window (such as `followers`, and `counted_at`), and the count from which the gain starts (`start_followers`,
 * `start_counted_at`). The gain starts from the last count before the window if this count is at most 31 days older,
 * otherwise from the first count in the window, so gains of consecutive windows add up. Missing counts are null. The
 * parameters are SQL for a channel ID and the times of the window. Each count is one index look-up.
 */
export function selectGain(of: CountName, streamerId: string, since: string, until: string): string {
  const one = (alias: string, condition: string, order: string) => `
    LEFT JOIN LATERAL (
      SELECT p.${of}, p.created_at
      FROM ${channelCounts[of].table} p
      WHERE p.streamer_id = ${streamerId} AND ${condition}
      ORDER BY p.created_at ${order}
      LIMIT 1
    ) ${alias} ON TRUE`;
  const last = one('last', `p.created_at < ${until}`, 'DESC');
  const before = one('before', `p.created_at >= ${since} - ${maxAge} AND p.created_at < ${since}`, 'DESC');
  const first = one(
    'first',
    `before.created_at IS NULL AND p.created_at >= ${since} AND p.created_at < ${until}`,
    'ASC',
  );
  return `(
    SELECT last.${of}, last.created_at AS counted_at, COALESCE(before.${of}, first.${of}) AS start_${of},
      COALESCE(before.created_at, first.created_at) AS start_counted_at
    FROM (SELECT) x${last}${before}${first}
  )`;
}

/** Returns SQL for a subquery with the last count of a streamer's followers. */
export function selectLastFollowers(streamerId: string): string {
  return `(SELECT p.followers FROM follower_points p WHERE p.streamer_id = ${streamerId} ORDER BY p.created_at DESC LIMIT 1)`;
}
