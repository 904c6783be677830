-- Before version 18, PostgreSQL plans a SQL function that it cannot inline once per statement, but again for each call if another
-- such function calls it. "fold_letters" is such a function. So these functions call it outside of queries: PostgreSQL inlines them.

-- The words of folded letters with U+0001 before capitals: as they are written, and with capitals as the start of words.
CREATE FUNCTION "marked_words"("letters" TEXT) RETURNS TEXT[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN "folded_words"(replace("letters", E'\u0001', '') || ' ' || replace("letters", E'\u0001', ' '));

CREATE OR REPLACE FUNCTION "name_words"("name" TEXT) RETURNS TEXT[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN "marked_words"("fold_letters"("mark_capitals"("bare_letters"(left("name", 100)))));

-- Words without separators. At most 100 characters: a lexeme can have at most 2,046 bytes.
CREATE FUNCTION "join_words"("words" TEXT[]) RETURNS TEXT LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN left(array_to_string("words", ''), 100);

CREATE OR REPLACE FUNCTION "name_key"("name" TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
    WHEN "name" COLLATE "C" ~ '^[A-Za-z0-9_ ]*$' THEN lower(translate(left("name", 100), '_ ', '') COLLATE "C")
    ELSE "join_words"("folded_words"("fold_name"(left("name", 100))))
END;

-- The lexemes of name keys (see "name_parts").
CREATE FUNCTION "key_parts"("login" TEXT, "display_name" TEXT) RETURNS TSVECTOR LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (
    SELECT array_to_tsvector(array_agg(p.part))
    FROM (SELECT "login" AS key UNION SELECT "display_name") k
    CROSS JOIN LATERAL (
        SELECT '^' || k.key AS part UNION ALL SELECT substr(k.key, c.n, 3) FROM generate_series(1, length(k.key)) c(n)
    ) p
    WHERE k.key <> ''
);

CREATE OR REPLACE FUNCTION "name_parts"("login" TEXT, "display_name" TEXT) RETURNS TSVECTOR LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN "key_parts"("name_key"(substr("login", strpos("login", ':') + 1)), "name_key"("display_name"));

DROP FUNCTION "joined_words";
