import type { Client } from 'pg';
import { changeRows, currentImport } from '../records/import-record.js';
import { observations } from '../session.js';

/**
 * Stores the time of the newest observation of live streams; an empty page is an observation, too.
 * Reads staging_helix; writes newest_observation.
 */
export async function noteNewestObservation(client: Client): Promise<void> {
  await changeRows(
    client,
    'newest_observation',
    `INSERT INTO newest_observation AS t (observed_at, import_id)
    SELECT max(g.at), ${currentImport} FROM ${observations} g
    WHERE g.shape IN ('stream', 'nobody')
    HAVING max(g.at) IS NOT NULL
    ON CONFLICT (id) DO UPDATE SET observed_at = excluded.observed_at, import_id = excluded.import_id
    WHERE excluded.observed_at > t.observed_at`,
  );
}
