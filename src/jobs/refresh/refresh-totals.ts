import type { Client } from 'pg';
import { milliseconds } from '../../figures/sample-sum.js';
import { maxHourGames, sweepHold } from '../../figures/total-figures.js';

/** Platforms and days whose sums one transaction stores. */
const daysAtOnce = 100;

/**
 * Makes later refreshes and deletions of totals wait for the end of the transaction. Otherwise, a refresh would store hours of
 * deleted sweeps, and days of deleted hours. Readers do not wait.
 */
export const lockTotalsSql = 'LOCK TABLE totals IN SHARE UPDATE EXCLUSIVE MODE';

/**
 * Computes the totals of the hours whose sweeps have changed, and deletes sweeps from more than 48 hours before `now`, inside a
 * transaction of the caller. A sweep holds until the next one or until `now`, for at most ten minutes.
 */
export async function refreshTotals(client: Client, now: Date): Promise<void> {
  await client.query(lockTotalsSql);
  const { rows } = await client.query<{ platform: string; hour: Date }>(markCountedSweepsSql, [now]);
  const hours = [rows.map(({ platform }) => platform), rows.map(({ hour }) => hour)];
  await client.query(deleteHoursSql, hours);
  await client.query(insertHoursSql, [...hours, now]);
  await client.query(`DELETE FROM sweep_totals t WHERE t.swept_at < $1::timestamptz - interval '48 hours'`, [now]);
}

/**
 * Stores the sums of the oldest days before `now` that have none, inside a transaction of the caller. Returns whether other days
 * can be left.
 */
export async function storeTotalDays(client: Client, now: Date): Promise<boolean> {
  await client.query(lockTotalsSql);
  return (await client.query(insertDaysSql, [now])).rowCount !== 0;
}

const hourOf = (at: string) => `date_trunc('hour', ${at}, 'UTC')`;

/**
 * Returns the hours for which new sweeps hold, or in which they end the hold of the sweep before. A sweep that may hold
 * longer is new for the next refresh, too.
 */
const markCountedSweepsSql = `
  WITH changed AS (
    UPDATE sweep_totals t SET is_counted = t.swept_at + ${sweepHold} <= $1 WHERE NOT t.is_counted
    RETURNING t.platform, t.swept_at
  )
  SELECT c.platform, ${hourOf('c.swept_at')} AS hour FROM changed c
  UNION
  SELECT c.platform, ${hourOf(`c.swept_at + ${sweepHold} - interval '1 millisecond'`)} FROM changed c`;

const deleteHoursSql = `
  DELETE FROM totals t
  USING unnest($1::text[], $2::timestamptz[]) a(platform, hour)
  WHERE t.platform = a.platform AND t.created_at = a.hour`;

const insertHoursSql = `
  WITH held AS (
    SELECT a.hour, s.*, ${milliseconds('e.since', 'e.until')} AS ms
    FROM unnest($1::text[], $2::timestamptz[]) a(platform, hour)
    CROSS JOIN LATERAL (
      SELECT t.*, lead(t.swept_at) OVER (ORDER BY t.swept_at) AS next_at
      FROM sweep_totals t
      WHERE t.platform = a.platform AND t.swept_at > a.hour - ${sweepHold} AND t.swept_at < a.hour + interval '1 hour'
    ) s
    CROSS JOIN LATERAL (
      SELECT greatest(s.swept_at, a.hour) AS since,
        least(s.next_at, s.swept_at + ${sweepHold}, a.hour + interval '1 hour', $3::timestamptz) AS until
    ) e
    WHERE e.until > e.since
  ), covered AS (
    SELECT h.platform, h.hour, sum(h.ms) AS ms, max(h.watched_channels) AS watched_channels
    FROM held h
    GROUP BY h.platform, h.hour
  ), ranked AS (
    SELECT h.platform, h.hour, u.kind, u.name, sum(u.viewers * h.ms) AS viewer_ms, max(u.viewers) AS peak_viewers,
      sum(u.streams * h.ms) AS stream_ms, max(u.streams) AS peak_streams,
      row_number() OVER (
        PARTITION BY h.platform, h.hour, u.kind ORDER BY sum(u.viewers * h.ms) DESC, u.name COLLATE "C"
      ) AS place
    FROM held h
    CROSS JOIN LATERAL (
      SELECT 'all' AS kind, '' AS name, h.streams, h.viewers
      UNION ALL
      SELECT 'language', l.* FROM unnest(h.languages, h.language_streams, h.language_viewers) l
      UNION ALL
      SELECT 'game', g.* FROM unnest(h.games, h.game_streams, h.game_viewers) g
    ) u
    GROUP BY h.platform, h.hour, u.kind, u.name
  )
  INSERT INTO totals (
    kind, name, created_at, platform, viewer_ms, peak_viewers, stream_ms, peak_streams, covered_ms, watched_channels
  )
  SELECT r.kind, r.name, r.hour, r.platform, r.viewer_ms, r.peak_viewers, r.stream_ms, r.peak_streams, c.ms,
    c.watched_channels
  FROM ranked r
  JOIN covered c ON c.platform = r.platform AND c.hour = r.hour
  WHERE r.kind <> 'game' OR r.place <= ${maxHourGames}`;

const dayOf = (at: string) => `date_trunc('day', ${at}, 'UTC')`;

/** A change of an hour has removed the sums of its day. OFFSET 0: the planner expects many days and would read all hours. */
const insertDaysSql = `
  INSERT INTO total_days (
    kind, name, created_at, platform, viewer_ms, peak_viewers, stream_ms, peak_streams, covered_ms, watched_channels
  )
  SELECT s.kind, s.name, m.day, m.platform, s.viewer_ms, s.peak_viewers, s.stream_ms, s.peak_streams, s.covered_ms,
    s.watched_channels
  FROM (
    SELECT t.platform, ${dayOf('t.created_at')} AS day
    FROM totals t
    WHERE t.kind = 'all' AND t.name = '' AND t.created_at < ${dayOf('$1::timestamptz')}
    EXCEPT
    SELECT d.platform, d.created_at FROM total_days d WHERE d.kind = 'all' AND d.name = ''
    ORDER BY day, platform
    LIMIT ${daysAtOnce}
  ) m
  CROSS JOIN LATERAL (
    SELECT t.kind, t.name, sum(t.viewer_ms) AS viewer_ms, max(t.peak_viewers) AS peak_viewers,
      sum(t.stream_ms) AS stream_ms, max(t.peak_streams) AS peak_streams, sum(t.covered_ms) AS covered_ms,
      max(t.watched_channels) AS watched_channels
    FROM totals t
    WHERE t.platform = m.platform AND t.created_at >= m.day AND t.created_at < m.day + interval '24 hours'
    GROUP BY t.kind, t.name
  ) s`;
