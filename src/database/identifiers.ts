import { Prisma } from '../generated/prisma/client.js';

const largestId = 2n ** 63n - 1n;

/** The OpenAPI pattern of what {@link parseId} takes. */
export const idPattern = '^(0|[1-9][0-9]{0,18})$';

/** The id that a string of digits is; null for anything that no id of the platform can be, such as `007`. */
export function parseId(text: string): bigint | null {
  if (!/^(0|[1-9]\d{0,18})$/.test(text)) return null;
  const id = BigInt(text);
  return id <= largestId ? id : null;
}

/**
 * SQL for the channel id of a streamer named by login or id: the id if such a channel exists, otherwise the one that
 * holds the login; null if neither does.
 */
export function streamerIdOf(name: string): Prisma.Sql {
  return Prisma.sql`COALESCE(
    (SELECT i.id FROM streamers i WHERE i.id = ${parseId(name)}::bigint),
    (SELECT l.id FROM streamers l WHERE l.login = ${name.toLowerCase()})
  )`;
}

/**
 * SQL for a table of `place`, from 1, and `id`: the {@link streamerIdOf} each of the names. A fence for the planner, which
 * would look each of them up again wherever the id is used.
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
