import { Prisma } from '../generated/prisma/client.js';

const mostNames = 1_000;

/**
 * SQL for the names of the streamers of streams, each once, sorted: the login, or else the channel id. The first
 * 1,000 of them; null without any.
 * `ids` is the SQL of a query for the ids of the streams.
 */
export function streamerNamesOf(ids: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(
    SELECT array_agg(n.name ORDER BY n.name)
    FROM (
      SELECT DISTINCT COALESCE(a.login, a.id::text) COLLATE "C" AS name
      FROM streams t
      JOIN streamers a ON a.id = t.streamer_id
      WHERE t.id IN (${ids})
      ORDER BY name
      LIMIT ${mostNames}
    ) n
  )`;
}
