import type { Client } from 'pg';
import { changedStreams, staged } from '../session.js';

/*
 * The next refreshes rank the marked months (UTC) again. Each change inserts a mark, also if the month has one already: a refresh
 * that has read that mark may not see the change. The current month is marked too, since it may end before the transaction.
 */

/** Returns SQL for the months of the column `at` of a query. Days are fewer than streams, and quicker to find. */
export function selectMonths(moments: string): string {
  return `
    SELECT DISTINCT to_char(d.day AT TIME ZONE 'UTC', 'YYYY-MM')
    FROM (SELECT DISTINCT date_bin('1 day', m.at, '2000-01-01T00:00:00Z') AS day FROM (${moments}) m WHERE m.at IS NOT NULL) d`;
}

/** Returns SQL that marks the months of the column `at` of a query. */
export function markMonths(moments: string): string {
  return `INSERT INTO due_months (month) ${selectMonths(moments)}`;
}

/** Returns SQL that marks the months from the first time `at` of a query on: later gains and counts depend on a count of followers. */
export function markMonthsFrom(moments: string): string {
  return markMonths(`
    SELECT (generate_series(date_trunc('month', f.at AT TIME ZONE 'UTC'), now() AT TIME ZONE 'UTC', interval '1 month')
      AT TIME ZONE 'UTC') AS at
    FROM (SELECT min(m.at) AS at FROM (${moments}) m) f`);
}

/**
 * Marks the months of staged streams that are new or differ in what boards show, before and after the change. Runs before they are
 * merged.
 */
export async function markStagedStreams(client: Client): Promise<void> {
  const columns = [
    'streamer_id',
    'started_at',
    'ended_at',
    'avg_viewers',
    'peak_viewers',
    'watchtime',
    'game_name',
    'language',
  ];
  const shownColumns = (alias: string) => `ROW(${columns.map((name) => `${alias}.${name}`).join(', ')})`;
  await client.query(
    markMonths(`
      SELECT x.at
      FROM ${staged('streams')} s
      LEFT JOIN streams t ON t.id = s.id
      CROSS JOIN LATERAL (VALUES (t.started_at), (s.started_at)) x(at)
      WHERE t.id IS NULL OR ${shownColumns('t')} IS DISTINCT FROM ${shownColumns('s')}`),
  );
}

/** Marks the months of staged follower points that are new or differ, and all later ones. Runs before they are merged. */
export async function markStagedFollowers(client: Client): Promise<void> {
  await client.query(
    markMonthsFrom(`
      SELECT s.created_at AS at
      FROM ${staged('follower_points')} s
      LEFT JOIN follower_points t ON t.streamer_id = s.streamer_id AND t.created_at = s.created_at
      WHERE t.followers IS DISTINCT FROM s.followers`),
  );
}

/** Marks the months of the changed streams. A change that can move or remove streams is between two calls. */
export async function markChangedStreams(client: Client): Promise<void> {
  await client.query(
    markMonths(`SELECT s.started_at AS at FROM streams s WHERE s.id IN (SELECT c.stream_id FROM ${changedStreams} c)`),
  );
}
