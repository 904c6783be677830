import type { Client } from 'pg';

/*
 * An event's viewers are computed by the refresh that follows an import, of those events alone that something has changed
 * for: older ones keep their figures when samples are removed. Events that are marked already are marked again, since
 * that locks them: a refresh that runs at the same time passes over them, and leaves them to the next one.
 */

/** Marks the events whose time the staged ones change. */
export async function markMovedEvents(client: Client): Promise<void> {
  await client.query(`
    UPDATE events e SET figures_due = TRUE
    FROM staging_events s
    WHERE e.id = s.id AND ROW(e.started_at, e.ended_at) IS DISTINCT FROM ROW(s.started_at, s.ended_at)`);
}

/** Marks the events that the staged streams join. */
export async function markJoinedEvents(client: Client): Promise<void> {
  await client.query(`
    UPDATE events e SET figures_due = TRUE
    FROM staging_event_streams s
    WHERE e.id = s.event_id
      AND NOT EXISTS (SELECT FROM event_streams l WHERE l.event_id = s.event_id AND l.stream_id = s.stream_id)`);
}

/** Marks the events of streams whose time the staged ones change. */
export async function markEventsOfMovedStreams(client: Client): Promise<void> {
  await client.query(`
    UPDATE events e SET figures_due = TRUE
    FROM event_streams l
    JOIN streams t ON t.id = l.stream_id
    JOIN staging_streams s ON s.id = t.id
    WHERE l.event_id = e.id AND ROW(t.started_at, t.ended_at) IS DISTINCT FROM ROW(s.started_at, s.ended_at)`);
}

/** Marks the events of streams that this transaction has staged samples of. */
export async function markEventsOfSampledStreams(client: Client): Promise<void> {
  await client.query(`
    UPDATE events e SET figures_due = TRUE
    FROM event_streams l
    WHERE l.event_id = e.id AND l.stream_id IN (SELECT n.stream_id FROM streams_to_figure n WHERE n.is_sampled)`);
}
