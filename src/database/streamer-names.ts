import { Prisma } from '../generated/prisma/client.js';

/**
 * SQL for the names of the streamers of streams, each once, sorted: the login, or else the channel id. Null without any.
 * `ids` is the SQL of a query for the ids of the streams.
 */
export function streamerNamesOf(ids: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(
    SELECT array_agg(DISTINCT n.name ORDER BY n.name)
    FROM (
      SELECT COALESCE(a.login, a.id::text) COLLATE "C" AS name
      FROM streams t
      JOIN streamers a ON a.id = t.streamer_id
      WHERE t.id IN (${ids})
    ) n
  )`;
}
