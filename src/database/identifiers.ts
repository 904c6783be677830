import { Prisma } from '../generated/prisma/client.js';

const largestId = 2n ** 63n - 1n;

/** The OpenAPI pattern of IDs that {@link parseId} accepts. */
export const idPattern = '^(0|[1-9][0-9]{0,18})$';

/** Parses a string of digits as an ID. Null if the platform cannot have such an ID, for example `007`. */
export function parseId(text: string): bigint | null {
  if (!/^(0|[1-9]\d{0,18})$/.test(text)) return null;
  const id = BigInt(text);
  return id <= largestId ? id : null;
}

/** SQL for the channel ID of a streamer. An existing ID takes precedence over a login. Null if neither exists. */
export function streamerIdOf(name: string): Prisma.Sql {
  return Prisma.sql`COALESCE(
    (SELECT i.id FROM streamers i WHERE i.id = ${parseId(name)}::bigint),
    (SELECT l.id FROM streamers l WHERE l.login = ${name.toLowerCase()})
  )`;
}

/**
 * SQL for a table with `place`, counted from 1, and `id`, the {@link streamerIdOf} each name. The table is an
 * optimization fence: without it the planner would repeat the lookup at each use of the ID.
 */
export function streamerIdsOf(names: readonly string[]): Prisma.Sql {
  return Prisma.sql`(
    SELECT k.place, COALESCE(
      (SELECT i.id FROM streamers i WHERE i.id = k.id),
      (SELECT l.id FROM streamers l WHERE l.login = k.login)
    ) AS id
    FROM unnest(${names.map(parseId)}::bigint[], ${names.map((name) => name.toLowerCase())}::text[])
      WITH ORDINALITY k(id, login, place)
    OFFSET 0
  )`;
}
