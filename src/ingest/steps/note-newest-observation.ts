import type { Client } from 'pg';
import { currentImport, keepsChanges } from '../records/import-record.js';
import { observations } from '../session.js';

/**
 * Stores the time of the newest observation of live streams of each platform; an empty page is an observation, too. Records the one that
 * it replaces. Unlike other rows, an undo can restore it although later imports have replaced it, too.
 */
export async function noteNewestObservation(client: Client): Promise<void> {
  await client.query(`
    WITH newest AS (
      SELECT g.platform, g.at, t.observed_at AS replaced_at, t.import_id
      FROM (
        SELECT n.platform, max(n.at) AS at FROM ${observations} n WHERE n.shape IN ('stream', 'nobody') GROUP BY n.platform
      ) g
      LEFT JOIN newest_observation t ON t.platform = g.platform
      WHERE g.at > COALESCE(t.observed_at, '-infinity')
    ), kept AS (
      INSERT INTO import_changes (import_id, table_name, is_deleted, before)
      SELECT ${currentImport}, 'newest_observation', FALSE,
        jsonb_build_object('platform', n.platform, 'observed_at', n.replaced_at, 'import_id', n.import_id, 'replaced_by', n.at)
      FROM newest n
      WHERE ${keepsChanges}
    )
    INSERT INTO newest_observation AS t (platform, observed_at, import_id)
    SELECT n.platform, n.at, ${currentImport} FROM newest n
    ON CONFLICT (platform) DO UPDATE SET observed_at = excluded.observed_at, import_id = excluded.import_id`);
}
