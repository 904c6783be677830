import { Prisma } from '../generated/prisma/client.js';

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Shorter texts are similar to too many names. Longer texts have too many typos; a Twitch login has at most 25 characters. */
const minLength = 4;
const maxLength = 25;

/**
 * SQL for `typos`, an array of the name keys that differ from a text by one character: missing, added, replaced, or
 * swapped with the next. Added characters are those of Latin names, and those of the text. Null for short and long texts.
 * Without OFFSET 0, PostgreSQL would compute the key of the text again for each typo.
 */
export function selectTypos(text: string): Prisma.Sql {
  return Prisma.sql`(
    SELECT array_agg(DISTINCT t.typo COLLATE "C") AS typos
    FROM (SELECT name_key(${text}) AS key OFFSET 0) k
    CROSS JOIN LATERAL generate_series(0, length(k.key)) c(n)
    CROSS JOIN LATERAL (SELECT left(k.key, c.n) AS before, substr(k.key, c.n + 1) AS after) h
    CROSS JOIN LATERAL (
      SELECT h.before || substr(h.after, 2) AS typo
      UNION ALL SELECT h.before || substr(h.after, 2, 1) || left(h.after, 1) || substr(h.after, 3)
      UNION ALL SELECT h.before || l.letter || substr(h.after, d.skipped)
      FROM unnest(string_to_array(${letters} || k.key, NULL)) l(letter), (VALUES (1), (2)) d(skipped)
    ) t
    WHERE length(k.key) BETWEEN ${minLength} AND ${maxLength}
  )`;
}
