import type { Client } from 'pg';
import { idCell, loginCell, optional, textCell } from '../cells.js';
import { ImportColumn, ImportKind } from '../import-kind.js';
import { knownProperties } from '../properties.js';
import { urlCell } from '../url-cell.js';

const columns: ImportColumn[] = [
  { name: 'id', type: 'id' },
  { name: 'login', type: 'text' },
  { name: 'display_name', type: 'text' },
  { name: 'profile_image', type: 'text', optional: true },
];

const checkProperties = knownProperties('streamers', columns);
const displayNameCell = textCell(1, 100);

export const streamers: ImportKind = {
  name: 'streamers',
  columns,
  key: ['id'],

  toRow(record) {
    checkProperties(record);
    return [
      idCell(record.id, 'id'),
      loginCell(record.login, 'login'),
      displayNameCell(record.display_name, 'display_name'),
      optional(urlCell, record.profile_image, 'profile_image'),
    ].join('\t');
  },

  /**
   * Logins get recycled: the newest holder, which is the last line that names it, owns a login. The others stay
   * reachable by id, with no login.
   */
  async prepare(client: Client) {
    await client.query(`
      UPDATE staging_streamers s SET login = NULL
      FROM (
        SELECT r.login, max(r.origin) AS last FROM staging_streamers r GROUP BY r.login HAVING count(*) > 1
      ) claimed
      WHERE s.login = claimed.login AND s.origin < claimed.last`);
    await client.query(`
      UPDATE streamers t SET login = NULL
      FROM staging_streamers s
      WHERE t.login = s.login AND t.id <> s.id`);
  },
};
