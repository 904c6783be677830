import { PlatformName } from '../../../src/config/platforms.js';
import { isOfPlatform } from '../../../src/database/platforms/platform-ids.js';
import { inTransaction } from '../../../src/database/in-transaction.js';
import { withOwner } from '../../../src/database/owner-client.js';
import { refreshTotals } from '../../../src/jobs/refresh/refresh-totals.js';
import { World } from '../../../demo/twitch/world.js';
import { LoggedSweep } from './simulation.js';

interface Difference {
  what: string;
  row: string;
}

/**
 * Refreshes the totals, and compares them with sums over the samples of complete sweeps, whose descriptions are in
 * stream_changes, and over the streams without usable viewers, which have no sample. Returns the differences, and the number
 * of totals.
 */
export async function compareTotals(
  url: string,
  world: World,
  sweeps: readonly LoggedSweep[],
  now: Date,
  platform: PlatformName = 'twitch',
) {
  const complete = sweeps.filter(({ isComplete }) => isComplete);
  const times = complete.map(({ at }) => new Date(at));
  const withoutViewers = complete.flatMap((sweep) =>
    [...new Set(world.listWithoutViewers(sweep))].map((id) => ({ id, at: new Date(sweep.at) })),
  );
  return withOwner(url, async (client) => {
    await inTransaction(client, () => refreshTotals(client, now));
    const { rows: differences } = await client.query<Difference>(`${expected(platform)} ${findDifferences}`, [
      times,
      withoutViewers.map(({ id }) => id),
      withoutViewers.map(({ at }) => at),
    ]);
    const { rows } = await client.query<{ count: string }>(
      'SELECT count(*) AS count FROM totals t WHERE t.platform = $1',
      [platform],
    );
    return { differences, totals: Number(rows[0]?.count) };
  });
}

const ten = `interval '10 minutes'`;

const expected = (platform: PlatformName) => `
  WITH stored AS MATERIALIZED (
    SELECT v.stream_id, v.created_at AS at, v.viewers
    FROM all_viewer_samples v
    WHERE v.created_at = ANY ($1) AND ${isOfPlatform('v.stream_id', platform)}
  ), seen AS (
    TABLE stored
    UNION ALL
    SELECT u.stream_id, u.at, 0
    FROM unnest($2::bigint[], $3::timestamptz[]) u(stream_id, at)
    WHERE NOT EXISTS (SELECT FROM stored v WHERE v.stream_id = u.stream_id AND v.at = u.at)
  ), samples AS MATERIALIZED (
    SELECT s.at, s.viewers, c.language, NULLIF(c.game_name, '') AS game_name
    FROM seen s
    CROSS JOIN LATERAL (
      SELECT h.* FROM stream_changes h
      WHERE h.stream_id = s.stream_id AND h.created_at <= s.at ORDER BY h.created_at DESC LIMIT 1
    ) c
  ), sweeps AS (
    SELECT s.at, least(lead(s.at) OVER (ORDER BY s.at), s.at + ${ten}) AS until FROM (SELECT DISTINCT at FROM samples) s
  ), held AS (
    SELECT s.at, h.hour, date_part('epoch', least(s.until, h.hour + interval '1 hour') - greatest(s.at, h.hour)) * 1000 AS ms
    FROM sweeps s
    CROSS JOIN LATERAL generate_series(date_trunc('hour', s.at), s.until, '1 hour') h(hour)
    WHERE least(s.until, h.hour + interval '1 hour') > greatest(s.at, h.hour)
  ), sums AS (
    SELECT s.at, s.language, s.game_name, GROUPING(s.language, s.game_name) AS place, sum(s.viewers) AS viewers, count(*) AS streams
    FROM samples s
    GROUP BY GROUPING SETS ((s.at), (s.at, s.language), (s.at, s.game_name))
  ), expected AS (
    SELECT CASE s.place WHEN 3 THEN 'all' WHEN 1 THEN 'language' ELSE 'game' END AS kind,
      COALESCE(s.language, s.game_name, '') AS name, h.hour, sum(s.viewers * h.ms::numeric) AS viewer_ms,
      max(s.viewers) AS peak_viewers, sum(s.streams * h.ms::numeric) AS stream_ms, max(s.streams) AS peak_streams,
      (SELECT sum(o.ms) FROM held o WHERE o.hour = h.hour) AS covered_ms
    FROM sums s
    JOIN held h ON h.at = s.at
    WHERE s.place = 3 OR COALESCE(s.language, s.game_name) IS NOT NULL
    GROUP BY 1, 2, h.hour
  ), compared AS (
    SELECT e.kind, e.name, e.hour, e.viewer_ms, e.peak_viewers::numeric, e.stream_ms, e.peak_streams::int, e.covered_ms::int
    FROM expected e
  ), found AS (
    SELECT t.kind, t.name, t.created_at, t.viewer_ms, t.peak_viewers, t.stream_ms, t.peak_streams, t.covered_ms FROM totals t
    WHERE t.platform = '${platform}'
  )`;

const findDifferences = `
  SELECT 'missing' AS what, c::text AS row FROM (TABLE compared EXCEPT TABLE found) c
  UNION ALL
  SELECT 'wrong', f::text FROM (TABLE found EXCEPT TABLE compared) f
  LIMIT 20`;
