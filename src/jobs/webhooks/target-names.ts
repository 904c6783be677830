import type { Client } from 'pg';
import { foldName } from '../../config/platforms.js';
import { encodeId, parseId } from '../../database/platforms/platform-ids.js';
import { toTable } from '../../logging/format-count.js';

/**
 * Stores the channels of the targets' names that have none. A stored name keeps its channel, because another channel can take the
 * login. Returns the names that match no streamer.
 */
export async function resolveNames(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT DISTINCT u.name COLLATE "C" AS name FROM (${unresolved}) u ORDER BY 1`,
  );
  if (rows.length === 0) return [];
  const names = rows.map(({ name }) => name);
  const ids = names.map((name) => encodeId(name) ?? parseId(name));
  const logins = names.map((name) => foldName(name, 'logins'));
  const found = await client.query<{ name: string }>(storeNamesSql, [names, ids, logins]);
  const resolved = new Set(found.rows.map(({ name }) => name));
  return names.filter((name) => !resolved.has(name));
}

/** Forgets the channels of names that no target has. */
export async function deleteOtherNames(client: Client): Promise<void> {
  await client.query(`
    DELETE FROM webhook_names n
    WHERE NOT EXISTS (SELECT FROM webhook_targets t CROSS JOIN unnest(t.channels) c(name) WHERE c.name = n.name)`);
}

/** Returns a table of the names that match no streamer, after an empty line. */
export async function listUnresolvedNames(client: Client): Promise<string> {
  const { rows } = await client.query<{ target: string; name: string }>(
    `${unresolved} ORDER BY t.name, c.name COLLATE "C"`,
  );
  const cells = rows.map(({ target, name }) => [target, name]);
  return rows.length === 0 ? '' : `\n\n${toTable([['target', 'name without a channel'], ...cells])}`;
}

const unresolved = `
  SELECT t.name AS target, c.name
  FROM webhook_targets t
  CROSS JOIN unnest(t.channels) c(name)
  WHERE NOT EXISTS (SELECT FROM webhook_names n WHERE n.name = c.name)`;

/** The update returns a name that another process stores at the same time. */
const storeNamesSql = `
  INSERT INTO webhook_names AS n (name, streamer_id)
  SELECT g.name, COALESCE(i.id, l.id)
  FROM unnest($1::text[], $2::bigint[], $3::text[]) g(name, id, login)
  LEFT JOIN streamers i ON i.id = g.id
  LEFT JOIN streamers l ON i.id IS NULL AND l.login = g.login
  WHERE COALESCE(i.id, l.id) IS NOT NULL
  ORDER BY g.name
  ON CONFLICT (name) DO UPDATE SET streamer_id = n.streamer_id
  RETURNING n.name`;
