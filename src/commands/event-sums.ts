import { countedSamples, milliseconds } from './counted-samples.js';

/**
 * How long a sample that holds for no time is taken to hold, and by how much the end of an event is put off. Stored moments are
 * whole milliseconds, so this reaches no other one.
 */
const instant = `interval '500 microseconds'`;

/**
 * A setting for transactions with {@link eventSums}. The planner expects a handful of samples of each event, whatever there
 * are, and would look through all of them again for each stream. Without materialising, it joins them by a hash: 100,000 events
 * take 2.6 seconds instead of more than 40.
 */
export const eventSumsSetting = 'SET LOCAL enable_material = off';

/**
 * SQL for what the viewers of events amount to, as a list of CTEs. `events` is a query with a column `event_id`. Two of
 * them have a row an event:
 *
 * - `event_limits` (event_id, counted_to): only what lies before `counted_to` is summed, which is `limit`, SQL over columns of
 *   `samples x`;
 * - `event_sums` (event_id, viewer_ms, time_ms, peak_viewers), without a row where nothing is known of the event's time.
 *
 * A sample holds until the next one of its stream, the last until the stream's end; while the stream is live, until the last
 * moment that is known of any stream of the event, which is included. A sample that holds for no time counts at its moment.
 * Each hold adds its viewers where it begins and takes them away where it ends, and a running sum over these changes is the
 * event's viewers. Moments at which several things happen are told apart by `instant`, which sums of time leave out.
 */
export function eventSums(events: string, limit = `'infinity'`): string {
  return `
    asked AS (
      SELECT e.id AS event_id, e.started_at, e.ended_at, p.counted_until
      FROM (${events}) n
      JOIN events e ON e.id = n.event_id
      LEFT JOIN pruned_event_samples p ON p.event_id = e.id
    ), counted AS (
      ${countedSamples('SELECT DISTINCT l.stream_id FROM asked a JOIN event_streams l ON l.event_id = a.event_id')}
    ), samples AS (
      SELECT a.*, v.viewers, v.held_from, v.held_until,
        max(COALESCE(v.held_until, v.held_from)) OVER (PARTITION BY a.event_id) AS known_until
      FROM asked a
      JOIN event_streams l ON l.event_id = a.event_id
      JOIN counted v ON v.stream_id = l.stream_id
    ), event_limits AS (
      SELECT DISTINCT x.event_id, ${limit}::timestamptz AS counted_to FROM samples x
    ), held AS (
      SELECT x.event_id, x.viewers, greatest(x.held_from, x.started_at, x.counted_until) AS held_from,
        least(
          CASE
            WHEN x.held_until > x.held_from THEN x.held_until
            ELSE COALESCE(x.held_until, x.known_until) + ${instant}
          END,
          x.ended_at + ${instant},
          ${limit}
        ) AS held_until
      FROM samples x
    ), changes AS (
      SELECT h.event_id, c.at, sum(c.viewers) AS viewers, sum(c.streams) AS streams
      FROM held h
      CROSS JOIN LATERAL (VALUES (h.held_from, h.viewers, 1), (h.held_until, -h.viewers, -1)) c(at, viewers, streams)
      WHERE h.held_from < h.held_until
      GROUP BY h.event_id, c.at
    ), parts AS (
      SELECT c.event_id, sum(c.viewers) OVER event AS viewers, sum(c.streams) OVER event AS streams,
        ${milliseconds('c.at', 'lead(c.at) OVER event')} AS time_ms
      FROM changes c
      WINDOW event AS (PARTITION BY c.event_id ORDER BY c.at)
    ), event_sums AS (
      SELECT p.event_id, sum(p.viewers * p.time_ms) AS viewer_ms, sum(p.time_ms) AS time_ms, max(p.viewers) AS peak_viewers
      FROM parts p
      WHERE p.streams > 0
      GROUP BY p.event_id
    )`;
}
