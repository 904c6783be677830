import type { Client } from 'pg';

/**
 * Computes the viewers of the events that something has changed for since the last refresh, inside a transaction that
 * the caller has opened; answers how many these were. An event that an import is changing is left to the next refresh.
 */
export async function refreshEventViewers(client: Client): Promise<number> {
  // A statement of its own, so that the next one sees all that was committed before the events were locked.
  const { rows } = await client.query<{ id: string }>(
    'SELECT e.id FROM events e WHERE e.figures_due FOR UPDATE SKIP LOCKED',
  );
  if (rows.length > 0) await client.query(figureEvents, [rows.map(({ id }) => id)]);
  return rows.length;
}

/*
 * A sample holds as it does in the figures of its stream: until the next one, the last until the stream's end, and for no
 * time while the stream is live. At each moment of an event the samples that hold are added up: each adds its viewers
 * where it begins and takes them away where it ends, and a running sum over these changes is the event's viewers. The
 * last sample of a live stream counts for the moment in which it was taken.
 *
 *     avg_viewers  = sum(viewers * seconds) / sum(seconds), rounded, of the time in which a sample holds; where that is no
 *                    time at all, the plain mean of the moments
 *     peak_viewers = max(viewers)
 */
const figureEvents = `
  WITH held AS (
    SELECT e.id AS event_id, v.viewers, v.held_from = v.held_until AS is_moment,
      greatest(v.held_from, e.started_at) AS held_from, least(v.held_until, e.ended_at) AS held_until
    FROM events e
    JOIN event_streams l ON l.event_id = e.id
    JOIN streams s ON s.id = l.stream_id
    CROSS JOIN LATERAL (
      SELECT p.viewers, p.created_at AS held_from,
        COALESCE(lead(p.created_at) OVER (ORDER BY p.created_at), s.ended_at, p.created_at) AS held_until
      FROM viewer_samples p
      WHERE p.stream_id = s.id AND p.created_at >= s.started_at AND p.created_at < COALESCE(s.ended_at, 'infinity')
    ) v
    WHERE e.id = ANY ($1) AND e.started_at < COALESCE(e.ended_at, 'infinity')
      AND v.held_from < COALESCE(e.ended_at, 'infinity')
      AND (v.held_until > e.started_at OR (v.held_from = v.held_until AND v.held_from = e.started_at))
  ), changes AS (
    SELECT h.event_id, c.at, sum(c.viewers) AS viewers, sum(c.streams) AS streams,
      sum(c.moment_viewers) AS moment_viewers, sum(c.moments) AS moments
    FROM held h
    CROSS JOIN LATERAL (
      VALUES
        (h.held_from, h.viewers, 1, CASE WHEN h.is_moment THEN h.viewers ELSE 0 END, h.is_moment::int),
        (h.held_until, -h.viewers, -1, 0, 0)
    ) c(at, viewers, streams, moment_viewers, moments)
    GROUP BY h.event_id, c.at
  ), sums AS (
    SELECT c.event_id, sum(c.viewers) OVER event AS viewers, sum(c.streams) OVER event AS streams,
      c.moment_viewers, c.moments, extract(epoch FROM lead(c.at) OVER event - c.at) AS seconds
    FROM changes c
    WINDOW event AS (PARTITION BY c.event_id ORDER BY c.at)
  ), figures AS (
    SELECT u.event_id,
      COALESCE(
        sum(u.viewers * u.seconds) FILTER (WHERE u.streams > 0) / sum(u.seconds) FILTER (WHERE u.streams > 0),
        avg(u.viewers + u.moment_viewers)
      ) AS avg_viewers,
      max(u.viewers + u.moment_viewers) AS peak_viewers
    FROM sums u
    WHERE u.streams > 0 OR u.moments > 0
    GROUP BY u.event_id
  )
  UPDATE events t
  SET avg_viewers = least(round(f.avg_viewers), 9007199254740991), peak_viewers = least(f.peak_viewers, 9007199254740991),
    figures_due = FALSE
  FROM events e
  LEFT JOIN figures f ON f.event_id = e.id
  WHERE t.id = e.id AND e.id = ANY ($1)`;
