-- Streamers are found by the start of their login, and by the starts of the words of their display name.

-- A name without case, accents, Arabic vowel signs and the width of letters. Korean syllables become the letters they are made of.
CREATE FUNCTION "fold_name"("name" TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN lower(regexp_replace(normalize("name", NFKD), '[\u0300-\u036f\u0640\u064b-\u065f\u0670]', '', 'g'));

-- The words of a name: as it is written, and where a capital follows a small letter. Of the first 100 characters, so that no
-- word is longer than tsvector takes.
CREATE FUNCTION "name_words"("name" TEXT) RETURNS TEXT[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN array_remove(regexp_split_to_array(
  "fold_name"(left("name", 100) || ' ' || regexp_replace(left("name", 100), '([a-z0-9])([A-Z])', '\1 \2', 'g')), '[\s!-/:-@\[-`{-~]+'), '');

CREATE FUNCTION "name_index"("name" TEXT) RETURNS TSVECTOR LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN array_to_tsvector("name_words"("name"));

-- What finds the names that have a word with each of the words of a text as its start. Null for a text without words.
CREATE FUNCTION "name_query"("words" TEXT) RETURNS TSQUERY LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (SELECT string_agg('''' || w || ''':*', ' & ')::tsquery FROM unnest("name_words"(lower("words"))) w);

CREATE INDEX "streamers_words_idx" ON "streamers" USING gin ("name_index"("display_name"));
CREATE INDEX "streamers_login_start_idx" ON "streamers"("login" text_pattern_ops);
