import type { Client } from 'pg';
import { changeRows, currentImport } from '../records/import-record.js';
import { staged } from '../session.js';

/*
 * Logins get recycled: a login belongs to its newest holder, the last line that contains it. The others have no login
 * and stay reachable by ID.
 */

/** Leaves a login in the last staged line that contains it. */
export async function keepLastLogins(client: Client): Promise<void> {
  await client.query(`
    UPDATE ${staged('streamers')} s SET login = NULL
    FROM (
      SELECT r.login, max(r.origin) AS last FROM ${staged('streamers')} r GROUP BY r.login HAVING count(*) > 1
    ) claimed
    WHERE s.login = claimed.login AND s.origin < claimed.last`);
}

/** Takes the staged logins from their stored holders. */
export async function releaseLogins(client: Client): Promise<void> {
  const release = `
    UPDATE streamers t SET login = NULL, import_id = ${currentImport}
    FROM ${staged('streamers')} s
    WHERE t.login = s.login AND t.id <> s.id`;
  await changeRows(client, 'streamers', release);
}
