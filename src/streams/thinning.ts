import { Prisma } from '../generated/prisma/client.js';

/** A graph of at most this many points can be asked for. */
export const mostPoints = 2_000;

/** How often a part may be halved. */
const halvings = 10;

/** Powers of two, up to the largest number of the finest parts: `width_bucket` finds the bits of a number in them. */
const powers = Array.from({ length: 20 }, (_, bit) => 2 ** bit);

const milliseconds = (interval: string) => `(date_part('epoch', ${interval}) * 1000)::bigint`;

/**
 * SQL that thins the points of a graph to at most `limit`, in the order of their time (decision 51). Their time is cut into
 * equal parts, of which each keeps the point with the lowest figure and the one with the highest, of equal ones the
 * earliest; the first point and the last of all stay too. The parts are halved as long as that fits. `points` is a query
 * with the columns `created_at`, in whole milliseconds, and `figure`; `columns` are those of a kept point `k` to answer.
 */
export function thinned(points: Prisma.Sql, columns: Prisma.Sql, limit: number): Prisma.Sql {
  const parts = Math.floor(limit / 2) - 1;
  const cut = Math.max(1, parts);
  return Prisma.sql`
    WITH points AS MATERIALIZED (${points}), ends AS (
      SELECT min(p.created_at) AS first_at, max(p.created_at) AS last_at FROM points p
    ), placed AS MATERIALIZED (
      SELECT p.*, p.created_at IN (e.first_at, e.last_at) AS is_end,
        ${Prisma.raw(milliseconds('p.created_at - e.first_at'))}
          / (${Prisma.raw(milliseconds('e.last_at - e.first_at'))} / (${cut}::bigint << ${halvings}) + 1) AS place
      FROM ends e
      CROSS JOIN points p
    ), moves AS (
      SELECT width_bucket(p.place # lag(p.place) OVER (ORDER BY p.created_at), ${powers}::bigint[]) AS bits
      FROM placed p
    ), moves_by_bits AS MATERIALIZED (
      SELECT m.bits, count(*) AS moves FROM moves m WHERE m.bits > 0 GROUP BY m.bits
    ), chosen AS (
      SELECT min(s.bits) AS bits
      FROM generate_series(0, ${halvings}) s(bits)
      WHERE 1 + COALESCE((SELECT sum(m.moves) FROM moves_by_bits m WHERE m.bits > s.bits), 0) <= ${cut}::bigint
    )
    SELECT ${columns}
    FROM (
      SELECT p.*,
        row_number() OVER (PARTITION BY p.place >> c.bits ORDER BY p.figure, p.created_at) AS from_lowest,
        row_number() OVER (PARTITION BY p.place >> c.bits ORDER BY p.figure DESC, p.created_at) AS from_highest
      FROM chosen c
      CROSS JOIN placed p
    ) k
    WHERE k.is_end OR (${parts}::bigint > 0 AND (k.from_lowest = 1 OR k.from_highest = 1))
    ORDER BY k.created_at
    LIMIT ${limit}`;
}
