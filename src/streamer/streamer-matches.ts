import { withoutPrefix } from '../config/platforms.js';
import { bareLogin, encodeId } from '../database/platforms/platform-ids.js';
import { parseId } from '../database/platforms/platform-ids.js';
import { defaultDays } from '../figures/windows.js';
import { Prisma } from '../generated/prisma/client.js';
import { selectBoardId } from '../leaderboard/boards.js';

/** The maximum number of streamers that a search returns. */
export const maxMatches = 1_000;

/** The number of streamers with the most followers that a search compares if it has more than {@link maxMatches} matches. */
const popularStreamers = 2_000;

/** The order of matches: the whole name or the channel ID, the start of a name, the start of words, any part of a name. */
const matchRank = { exactName: 0, prefix: 1, words: 2, part: 3 } as const;

/** SQL for the name key of a login. The prefix of a platform does not count. */
const loginKey = (login: string) => Prisma.raw(`name_key(${bareLogin(login)})`);

/** SQL for whether a login or a display name contains the text, without separators. */
const contains = (login: string, displayName: Prisma.Sql) => Prisma.sql`
  (position(a.key IN ${loginKey(login)}) > 0 OR position(a.key IN name_key(${displayName})) > 0)`;

/**
 * SQL for the `id` and `rank` of the streamers that match a text. `keep` is a condition for the streamer `s`. Each step
 * stops after {@link maxMatches} streamers, so the time has a limit for any text. Beyond this limit, only the popular
 * streamers are certain to be found. OFFSET 0 keeps PostgreSQL from reading all streamers to find the popular ones (hash join).
 */
export function selectMatches(text: string, keep: Prisma.Sql): Prisma.Sql {
  const name = withoutPrefix(text.trim());
  const find = (rank: number, condition: Prisma.Sql) => Prisma.sql`
    (SELECT s.id, ${rank}::int AS rank FROM streamers s, asked a WHERE ${condition} ${keep} LIMIT ${maxMatches + 1})`;
  const parts = Prisma.sql`name_parts(s.login, s.display_name)`;
  return Prisma.sql`
    WITH asked AS MATERIALIZED (
      SELECT k.key, ('''^' || k.key || '''')::tsquery AS whole, ('''^' || k.key || ''':*')::tsquery AS start,
        name_query(${name}) AS words, parts_query(k.key) AS parts
      FROM (SELECT nullif(name_key(${name}), '') AS key) k
    ), inside AS MATERIALIZED ${find(
      matchRank.part,
      Prisma.sql`${parts} @@ a.parts AND ${contains('s.login', Prisma.sql`s.display_name`)}`,
    )}, popular AS MATERIALIZED (
      SELECT s.id, CASE WHEN starts_with(${loginKey('s.login')}, a.key) OR starts_with(name_key(s.display_name), a.key)
        THEN ${matchRank.prefix} ELSE ${matchRank.part} END::int AS rank
      FROM board_entries e
      CROSS JOIN asked a
      CROSS JOIN LATERAL (SELECT b.id, b.login, b.display_name FROM streamers b WHERE b.id = e.streamer_id OFFSET 0) s
      WHERE (SELECT count(*) FROM inside) > ${maxMatches}
        AND e.board_id = ${selectBoardId(defaultDays)} AND e.followers_position < ${popularStreamers}
        AND ${contains('e.name', Prisma.sql`e.display_name`)} ${keep}
    )
    SELECT m.id, min(m.rank) AS rank
    FROM (
      ${find(matchRank.exactName, Prisma.sql`s.id = ${encodeId(text.trim()) ?? parseId(text.trim())}::bigint`)}
      UNION ALL ${find(matchRank.exactName, Prisma.sql`${parts} @@ a.whole`)}
      UNION ALL ${find(matchRank.prefix, Prisma.sql`${parts} @@ a.start`)}
      UNION ALL ${find(matchRank.words, Prisma.sql`name_index(s.display_name) @@ a.words`)}
      UNION ALL SELECT i.id, i.rank FROM inside i
      UNION ALL SELECT p.id, p.rank FROM popular p
    ) m
    GROUP BY m.id`;
}
