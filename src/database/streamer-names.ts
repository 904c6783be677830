import { Prisma } from '../generated/prisma/client.js';

const maxStreamers = 1_000;

/**
 * SQL of a subquery for the first 1,000 streamers of streams: their sorted `names`, and their channel `ids` in the same
 * order, both null without streamers. The name is the login, or the channel ID if the login is missing. `streamIds` is
 * a SQL query that returns stream IDs.
 */
export function streamerNamesSql(streamIds: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(
    SELECT array_agg(n.name ORDER BY n.name, n.id) AS names, array_agg(n.id::text ORDER BY n.name, n.id) AS ids
    FROM (
      SELECT DISTINCT COALESCE(a.login, a.id::text) COLLATE "C" AS name, a.id
      FROM streams t
      JOIN streamers a ON a.id = t.streamer_id
      WHERE t.id IN (${streamIds})
      ORDER BY name, id
      LIMIT ${maxStreamers}
    ) n
  )`;
}
