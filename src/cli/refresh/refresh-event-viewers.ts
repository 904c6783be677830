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
 * A sample holds until the next one of its stream, the last until the stream's end; while the stream is live, until the
 * last moment that is known of any stream of the event. At each moment of the event the samples that hold are added up:
 * each adds its viewers where it begins and takes them away where it ends, and a running sum over these changes is the
 * event's viewers. In that last moment the samples of live streams still count.
 *
 *     avg_viewers  = sum(viewers * seconds) / sum(seconds), rounded, of the time in which a sample holds; where that is no
 *                    time at all, the viewers of the one moment
 *     peak_viewers = max(viewers)
 *
 * Both at most 2^53 - 1.
 */
const figureEvents = `
  WITH samples AS (
    SELECT e.id AS event_id, e.started_at, COALESCE(e.ended_at, 'infinity') AS ended_at,
      v.viewers, v.held_from, v.held_until,
      max(COALESCE(v.held_until, v.held_from)) OVER (PARTITION BY e.id) AS known_until
    FROM events e
    JOIN event_streams l ON l.event_id = e.id
    JOIN streams s ON s.id = l.stream_id
    CROSS JOIN LATERAL (
      SELECT p.viewers, p.created_at AS held_from,
        COALESCE(lead(p.created_at) OVER (ORDER BY p.created_at), s.ended_at) AS held_until
      FROM viewer_samples p
      WHERE p.stream_id = s.id AND p.created_at >= s.started_at AND p.created_at < COALESCE(s.ended_at, 'infinity')
    ) v
    WHERE e.id = ANY ($1)
  ), held AS (
    SELECT h.event_id, h.viewers, greatest(h.held_from, h.started_at) AS held_from,
      least(COALESCE(h.held_until, h.known_until), h.ended_at) AS held_until,
      h.held_until IS NULL AND h.known_until >= h.started_at AND h.known_until < h.ended_at AS is_newest
    FROM samples h
    WHERE h.started_at < h.ended_at AND h.held_from < h.ended_at
      AND COALESCE(h.held_until, h.known_until) >= h.started_at
  ), changes AS (
    SELECT h.event_id, c.at, sum(c.viewers) AS viewers, sum(c.streams) AS streams,
      sum(c.newest_viewers) AS newest_viewers, sum(c.newest) AS newest
    FROM held h
    CROSS JOIN LATERAL (
      VALUES
        (h.held_from, h.viewers, 1, 0, 0),
        (h.held_until, -h.viewers, -1, CASE WHEN h.is_newest THEN h.viewers ELSE 0 END, h.is_newest::int)
    ) c(at, viewers, streams, newest_viewers, newest)
    GROUP BY h.event_id, c.at
  ), sums AS (
    SELECT c.event_id, sum(c.viewers) OVER event AS viewers, sum(c.streams) OVER event AS streams,
      c.newest_viewers, c.newest, extract(epoch FROM lead(c.at) OVER event - c.at) AS seconds
    FROM changes c
    WINDOW event AS (PARTITION BY c.event_id ORDER BY c.at)
  ), figures AS (
    SELECT u.event_id,
      least(round(COALESCE(
        sum(u.viewers * u.seconds) FILTER (WHERE u.streams > 0) / sum(u.seconds) FILTER (WHERE u.streams > 0),
        max(u.newest_viewers)
      )), 9007199254740991) AS avg_viewers,
      least(max(u.viewers + u.newest_viewers), 9007199254740991) AS peak_viewers
    FROM sums u
    WHERE u.streams > 0 OR u.newest > 0
    GROUP BY u.event_id
  )
  UPDATE events t
  SET avg_viewers = f.avg_viewers, peak_viewers = f.peak_viewers, figures_due = FALSE
  FROM events e
  LEFT JOIN figures f ON f.event_id = e.id
  WHERE t.id = e.id AND e.id = ANY ($1)`;
