import type { Client } from 'pg';
import { changedStreams } from '../session.js';

/**
 * Marks the events of changed streams, so that the next refresh computes their figures.
 * Reads changed_streams, event_streams; writes events.
 */
export async function markDueEvents(client: Client): Promise<void> {
  await client.query(`
    UPDATE events e SET figures_due = TRUE
    FROM event_streams l
    WHERE l.event_id = e.id AND l.stream_id IN (SELECT c.stream_id FROM ${changedStreams} c)`);
}
