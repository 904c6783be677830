import type { Client } from 'pg';
import { changedStreams, staged } from '../session.js';

/*
 * The refresh after an import only computes the marked events. An event that is already marked is marked again to lock
 * it: a concurrent refresh leaves it to the next one.
 */

/**
 * Marks the events of changed streams.
 */
export async function markDueEvents(client: Client): Promise<void> {
  await client.query(`
    UPDATE events e SET figures_due = TRUE
    FROM event_streams l
    WHERE l.event_id = e.id AND l.stream_id IN (SELECT c.stream_id FROM ${changedStreams} c)`);
}

/**
 * Marks the events to which staged rows give another time. Runs before they are merged.
 */
export async function markMovedEvents(client: Client): Promise<void> {
  await client.query(`
    UPDATE events e SET figures_due = TRUE
    FROM ${staged('events')} s
    WHERE e.id = s.id AND ROW(e.started_at, e.ended_at) IS DISTINCT FROM ROW(s.started_at, s.ended_at)`);
}

/**
 * Marks the events to which staged rows add a stream. Runs before they are merged.
 */
export async function markExtendedEvents(client: Client): Promise<void> {
  await client.query(`
    UPDATE events e SET figures_due = TRUE
    FROM ${staged('event_streams')} s
    WHERE e.id = s.event_id
      AND NOT EXISTS (SELECT FROM event_streams l WHERE l.event_id = s.event_id AND l.stream_id = s.stream_id)`);
}
