-- Streamers are found by any part of a login or display name. Spaces, underscores and punctuation do not matter.

-- The words of a name without separators, folded. At most 100 characters: a lexeme can have at most 2,046 bytes.
CREATE FUNCTION "joined_words"("name" TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (
    SELECT left(COALESCE(string_agg(w.word, '' ORDER BY w.place), ''), 100)
    FROM unnest("folded_words"("fold_name"(left("name", 100)))) WITH ORDINALITY w(word, place)
);

-- The form of a name that searches compare. Most names need no folding. Not STRICT, so that PostgreSQL can inline the function.
CREATE FUNCTION "name_key"("name" TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
    WHEN "name" COLLATE "C" ~ '^[A-Za-z0-9_ ]*$' THEN lower(translate(left("name", 100), '_ ', '') COLLATE "C")
    ELSE "joined_words"("name")
END;

-- The lexemes of a streamer: each name key after "^", and its parts of three characters, with shorter parts at the end of the key.
-- A part of one or two characters is therefore the start of a lexeme. A name key does not contain "^". With OFFSET 0, PostgreSQL
-- folds each name once.
CREATE FUNCTION "name_parts"("login" TEXT, "display_name" TEXT) RETURNS TSVECTOR LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (
    SELECT array_to_tsvector(array_agg(p.part))
    FROM (SELECT u.key FROM (SELECT "name_key"("login") AS key UNION SELECT "name_key"("display_name")) u OFFSET 0) k
    CROSS JOIN LATERAL (
        SELECT '^' || k.key AS part UNION ALL SELECT substr(k.key, c.n, 3) FROM generate_series(1, length(k.key)) c(n)
    ) p
    WHERE k.key <> ''
);

-- A query for the names that contain all parts of a name key. Null for an empty key.
CREATE FUNCTION "parts_query"("key" TEXT) RETURNS TSQUERY LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE
    WHEN length("key") < 3 THEN ('''' || nullif("key", '') || ''':*')::tsquery
    ELSE (
        SELECT string_agg('''' || substr("key", c.n, 3) || '''', ' & ')::tsquery FROM generate_series(1, length("key") - 2) c(n)
    )
END;

-- Readers do not wait for the index. Writers of streamers do.
CREATE INDEX "streamers_parts_idx" ON "streamers" USING gin ("name_parts"("login", "display_name"));
