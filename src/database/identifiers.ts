import { foldName } from '../config/platforms.js';
import { encodeId, parseId } from './platforms/platform-ids.js';
import { Prisma } from '../generated/prisma/client.js';

/** The OpenAPI pattern of IDs that {@link parseId} accepts. */
export const idPattern = '^(0|[1-9][0-9]{0,18})$';

/**
 * SQL for the channel ID of a streamer. An existing ID takes precedence over a login, also the ID of another platform, such as
 * `kick:123`. Null if neither exists.
 */
export function selectStreamerId(name: string): Prisma.Sql {
  return Prisma.sql`COALESCE(
    (SELECT i.id FROM streamers i WHERE i.id = ${encodeId(name) ?? parseId(name)}::bigint),
    (SELECT l.id FROM streamers l WHERE l.login = ${foldName(name, 'logins')}::text)
  )`;
}

/**
 * SQL for a table with the ID of a name as `id`, without a row for an unknown streamer. OFFSET 0 is an optimization
 * fence: without it the planner would repeat the lookup at each use of the ID.
 */
export function streamerById(name: string): Prisma.Sql {
  return Prisma.sql`(SELECT n.id FROM (SELECT ${selectStreamerId(name)} AS id OFFSET 0) n WHERE n.id IS NOT NULL)`;
}

/** SQL for the channel IDs of several names. Unknown names have none. */
export function selectStreamerIds(names: readonly string[]): Prisma.Sql {
  const ids = names.map((name) => encodeId(name) ?? parseId(name));
  return Prisma.sql`(
    SELECT COALESCE(i.id, l.id)
    FROM unnest(${names.map((name) => foldName(name, 'logins'))}::text[], ${ids}::bigint[]) n(name, id)
    LEFT JOIN streamers i ON i.id = n.id
    LEFT JOIN streamers l ON i.id IS NULL AND l.login = n.name
  )`;
}
