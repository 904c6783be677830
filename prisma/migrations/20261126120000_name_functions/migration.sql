-- Names are found alike in all scripts and in databases of all locales: what a capital is, and its small letter, is defined here.

-- A name without accents, vowel signs of Hebrew and Arabic, invisible characters and the width of letters. Korean syllables become
-- the letters they are made of.
CREATE FUNCTION "bare_letters"("name" TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN regexp_replace(normalize("name", NFKD) COLLATE "C", '[\u0001\u00ad\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u2060\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\ufeff]', '', 'g');

-- Makes two functions for bare letters: "fold_letters" makes letters small, and replaces Latin letters with strokes or hooks, and
-- ligatures, by plain ones. "mark_capitals" sets U+0001 before capitals. The list contains the capitals of Unicode 17 without a decomposition.
DO $$
DECLARE
    folds TEXT;
    capitals TEXT;
BEGIN
    -- Each capital from "first" to "last", and its small letter, which is "distance" code points further on.
    WITH "runs"("first", "last", "step", "distance") AS (VALUES
        (198, 208, 1, 32), (216, 222, 1, 32), (272, 294, 2, 1), (321, 321, 1, 1), (330, 358, 2, 1), (385, 385, 1, 210),
        (386, 388, 2, 1), (390, 390, 1, 206), (391, 391, 1, 1), (393, 394, 1, 205), (395, 395, 1, 1), (398, 398, 1, 79),
        (399, 399, 1, 202), (400, 400, 1, 203), (401, 401, 1, 1), (403, 403, 1, 205), (404, 404, 1, 207), (406, 406, 1, 211),
        (407, 407, 1, 209), (408, 408, 1, 1), (412, 412, 1, 211), (413, 413, 1, 213), (415, 415, 1, 214), (418, 420, 2, 1),
        (422, 422, 1, 218), (423, 423, 1, 1), (425, 425, 1, 218), (428, 428, 1, 1), (430, 430, 1, 218), (433, 434, 1, 217),
        (435, 437, 2, 1), (439, 439, 1, 219), (440, 440, 1, 1), (444, 444, 1, 1), (484, 484, 1, 1), (502, 502, 1, -97),
        (503, 503, 1, -56), (540, 540, 1, 1), (544, 544, 1, -130), (546, 548, 2, 1), (570, 570, 1, 10795), (571, 571, 1, 1),
        (573, 573, 1, -163), (574, 574, 1, 10792), (577, 577, 1, 1), (579, 579, 1, -195), (580, 580, 1, 69),
        (581, 581, 1, 71), (582, 590, 2, 1), (880, 886, 2, 1), (895, 895, 1, 116), (913, 929, 1, 32), (931, 937, 1, 32),
        (975, 975, 1, 8), (984, 1006, 2, 1), (1015, 1015, 1, 1), (1018, 1018, 1, 1), (1021, 1023, 1, -130),
        (1026, 1039, 1, 80), (1040, 1071, 1, 32), (1120, 1152, 2, 1), (1162, 1214, 2, 1), (1216, 1216, 1, 15),
        (1219, 1229, 2, 1), (1236, 1326, 2, 1), (1329, 1366, 1, 48), (4256, 4293, 1, 7264), (4295, 4295, 1, 7264),
        (4301, 4301, 1, 7264), (5024, 5103, 1, 38864), (5104, 5109, 1, 8), (7305, 7305, 1, 1), (7312, 7354, 1, -3008),
        (7357, 7359, 1, -3008), (7838, 7838, 1, -7615), (7930, 7934, 2, 1), (8498, 8498, 1, 28), (8579, 8579, 1, 1),
        (11264, 11311, 1, 48), (11360, 11360, 1, 1), (11362, 11362, 1, -10743), (11363, 11363, 1, -3814),
        (11364, 11364, 1, -10727), (11367, 11371, 2, 1), (11373, 11373, 1, -10780), (11374, 11374, 1, -10749),
        (11375, 11375, 1, -10783), (11376, 11376, 1, -10782), (11378, 11378, 1, 1), (11381, 11381, 1, 1),
        (11390, 11391, 1, -10815), (11392, 11490, 2, 1), (11499, 11501, 2, 1), (11506, 11506, 1, 1), (42560, 42604, 2, 1),
        (42624, 42650, 2, 1), (42786, 42798, 2, 1), (42802, 42862, 2, 1), (42873, 42875, 2, 1), (42877, 42877, 1, -35332),
        (42878, 42886, 2, 1), (42891, 42891, 1, 1), (42893, 42893, 1, -42280), (42896, 42898, 2, 1), (42902, 42920, 2, 1),
        (42922, 42922, 1, -42308), (42923, 42923, 1, -42319), (42924, 42924, 1, -42315), (42925, 42925, 1, -42305),
        (42926, 42926, 1, -42308), (42928, 42928, 1, -42258), (42929, 42929, 1, -42282), (42930, 42930, 1, -42261),
        (42931, 42931, 1, 928), (42932, 42946, 2, 1), (42948, 42948, 1, -48), (42949, 42949, 1, -42307),
        (42950, 42950, 1, -35384), (42951, 42953, 2, 1), (42955, 42955, 1, -42343), (42956, 42970, 2, 1),
        (42972, 42972, 1, -42561), (42997, 42997, 1, 1), (66560, 66599, 1, 40), (66736, 66771, 1, 40), (66928, 66938, 1, 39),
        (66940, 66954, 1, 39), (66956, 66962, 1, 39), (66964, 66965, 1, 39), (68736, 68786, 1, 64), (68944, 68965, 1, 32),
        (71840, 71871, 1, 32), (93760, 93791, 1, 32), (93856, 93880, 1, 27), (125184, 125217, 1, 34)
    ), "plain_letters"("plain", "letters") AS (VALUES
        ('a', 'ᴀᶏⱥ'), ('b', 'ƀƃɓʙᴃᵬᶀ'), ('c', 'ƈȼɕᴄꞓ'), ('d', 'ðđƌȡɖɗᴅᴆᵭᶁᶑꝱꝺ'), ('e', 'ɇɛᴇᶒᶓⱸ'), ('f', 'ƒᵮᶂꜰꝼ'),
        ('g', 'ǥɠɡɢʛᶃꞡ'), ('h', 'ħɦɧʜⱨ'), ('i', 'ıɨɪᵻᶖ'), ('j', 'ȷɉɟʝᴊ'), ('k', 'ƙᴋᶄⱪꝁꝃꝅꞣ'), ('l', 'łƚȴɫɬɭʟᴌᶅⱡꝇꝉꝲ'),
        ('m', 'ɱᴍᵯᶆꝳ'), ('n', 'ŋƞȵɲɳɴᵰᶇꝴꞑꞥ'), ('o', 'øᴏⱺꝋꝍ'), ('p', 'ƥᴘᵱᵽᶈꝑꝓꝕ'), ('q', 'ĸʠꝗꝙ'), ('r', 'ɍɼɽɾʀᵲᵳᶉꝵꝶꞧ'),
        ('s', 'ȿʂᵴᶊẜẝꜱꞩ'), ('t', 'ŧƫƭȶʈᴛᵵⱦꝷꞇ'), ('u', 'ʉᴜᵾᶙ'), ('v', 'ʋᴠᶌỽⱱⱴꝟ'), ('w', 'ᴡⱳ'), ('x', 'ᶍ'), ('y', 'ƴɏʏỿ'),
        ('z', 'ƶȥɀʐʑᴢᵶᶎⱬ'), ('ae', 'æᴁ'), ('oe', 'œɶ'), ('ss', 'ß'), ('th', 'þꝥꝧ'), ('hv', 'ƕ'), ('oi', 'ƣ'), ('aa', 'ꜳ'),
        ('ao', 'ꜵ'), ('au', 'ꜷ'), ('av', 'ꜹꜻ'), ('ay', 'ꜽ'), ('oo', 'ꝏ'), ('vy', 'ꝡ'), ('ll', 'ỻ'), ('db', 'ȸ'), ('qp', 'ȹ'),
        ('dz', 'ʣʥ'), ('ts', 'ʦ'), ('ls', 'ʪ'), ('lz', 'ʫ'), ('ue', 'ᵫ'), ('σ', 'ς')
    ), "cases" AS (
        SELECT c.n, chr(c.n) AS capital, chr(c.n + r.distance) AS small
        FROM "runs" r CROSS JOIN generate_series(r.first, r.last, r.step) c(n)
    ), "others" AS (
        SELECT p.plain, l.letter FROM "plain_letters" p CROSS JOIN regexp_split_to_table(p.letters, '') l(letter)
    ), "folds" AS (
        SELECT c.capital AS letter, COALESCE(o.plain, c.small) AS folded FROM "cases" c LEFT JOIN "others" o ON o.letter = c.small
        UNION ALL
        SELECT o.letter, o.plain FROM "others" o
    )
    SELECT jsonb_object_agg(f.letter, f.folded)::text, (SELECT string_agg(c.capital, '' ORDER BY c.n) FROM "cases" c)
    INTO folds, capitals
    FROM "folds" f;

    EXECUTE format($function$
        CREATE FUNCTION "fold_letters"("letters" TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
        RETURN CASE
            WHEN "letters" COLLATE "C" ~ '[^\u0001-\u007f]' THEN (
                SELECT string_agg(COALESCE(JSONB %L ->> c.letter, c.letter), '' ORDER BY c.place)
                FROM unnest(string_to_array(lower("letters" COLLATE "C"), NULL)) WITH ORDINALITY c(letter, place)
            )
            ELSE lower("letters" COLLATE "C")
        END
    $function$, folds);
    EXECUTE format($function$
        CREATE FUNCTION "mark_capitals"("letters" TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
        RETURN regexp_replace("letters" COLLATE "C", %L, E'\u0001\\1', 'g')
    $function$, '([A-Z' || capitals || ']+)');
END
$$;

-- The words of folded letters. Spaces, punctuation and symbols separate words. The list contains the separators of Unicode 17, except
-- characters that "bare_letters" replaces.
CREATE FUNCTION "folded_words"("letters" TEXT) RETURNS TEXT[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN array_remove(regexp_split_to_array("letters" COLLATE "C",
    '[\u0009-\u000d\u0020-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007e\u0085\u00a1-\u00bf\u00d7\u00f7\u02c2-\u02c5\u02d2-\u02eb\u02ed'
    '\u02ef-\u02ff\u0375\u03f6\u0482\u055a-\u055f\u0589-\u058a\u058d-\u058f\u05be-\u05c6\u05f3-\u05f4\u0606-\u061b\u061d-\u061f\u066a-\u066d'
    '\u06d4\u06de-\u06e9\u06fd-\u06fe\u0700-\u070d\u07f6-\u07f9\u07fe-\u07ff\u0830-\u083e\u085e\u0888\u0964-\u0965\u0970\u09f2-\u09f3'
    '\u09fa-\u09fb\u09fd\u0a76\u0af0-\u0af1\u0b70\u0bf3-\u0bfa\u0c77\u0c7f\u0c84\u0d4f\u0d79\u0df4\u0e3f\u0e4f\u0e5a-\u0e5b\u0f01-\u0f17'
    '\u0f1a-\u0f1f\u0f34\u0f36\u0f38\u0f3a-\u0f3d\u0f85\u0fbe-\u0fc5\u0fc7-\u0fcc\u0fce-\u0fda\u104a-\u104f\u109e-\u109f\u10fb\u1360-\u1368'
    '\u1390-\u1399\u1400\u166d-\u166e\u1680\u169b-\u169c\u16eb-\u16ed\u1735-\u1736\u17d4-\u17d6\u17d8-\u17db\u1800-\u180a\u1940\u1944-\u1945'
    '\u19de-\u19ff\u1a1e-\u1a1f\u1aa0-\u1aa6\u1aa8-\u1aad\u1b4e-\u1b4f\u1b5a-\u1b6a\u1b74-\u1b7f\u1bfc-\u1bff\u1c3b-\u1c3f\u1c7e-\u1c7f'
    '\u1cc0-\u1cc7\u1cd3\u2010-\u2029\u2030-\u205e\u20a0-\u20c1\u2104-\u212e\u213a-\u214d\u214f\u218a-\u218b\u2190-\u2429\u2440-\u244a'
    '\u2500-\u2775\u2794-\u2b73\u2b76-\u2bff\u2ce5-\u2cea\u2cf9-\u2cfc\u2cfe-\u2cff\u2d70\u2e00-\u2e2e\u2e30-\u2e5d\u2e80-\u2e99\u2e9b-\u2ef2'
    '\u2ff0-\u3004\u3008-\u3020\u3030\u3037\u303d-\u303f\u30a0\u30fb\u3190-\u3191\u31c0-\u31e5\u31ef\u327f\u4dc0-\u4dff\ua490-\ua4c6'
    '\ua4fe-\ua4ff\ua60d-\ua60f\ua673\ua67e\ua6f2-\ua6f7\ua700-\ua716\ua720-\ua721\ua789-\ua78a\ua828-\ua82b\ua836-\ua839\ua874-\ua877'
    '\ua8ce-\ua8cf\ua8f8-\ua8fa\ua8fc\ua92e-\ua92f\ua95f\ua9c1-\ua9cd\ua9de-\ua9df\uaa5c-\uaa5f\uaa77-\uaa79\uaade-\uaadf\uaaf0-\uaaf1\uab5b'
    '\uab6a-\uab6b\uabeb\ufbb2-\ufdcf\ufdfd-\ufdff\ufe45-\ufe46\ufffc-\ufffd\U00010100-\U00010102\U00010137-\U0001013f\U00010179-\U00010189'
    '\U0001018c-\U0001018e\U00010190-\U0001019c\U000101a0\U000101d0-\U000101fc\U0001039f\U000103d0\U0001056f\U00010857\U00010877-\U00010878'
    '\U0001091f\U0001093f\U00010a50-\U00010a58\U00010a7f\U00010ac8\U00010af0-\U00010af6\U00010b39-\U00010b3f\U00010b99-\U00010b9c\U00010d6e'
    '\U00010d8e-\U00010d8f\U00010ead\U00010ed0-\U00010ed8\U00010f55-\U00010f59\U00010f86-\U00010f89\U00011047-\U0001104d\U000110bb-\U000110bc'
    '\U000110be-\U000110c1\U00011140-\U00011143\U00011174-\U00011175\U000111c5-\U000111c8\U000111cd\U000111db\U000111dd-\U000111df'
    '\U00011238-\U0001123d\U000112a9\U000113d4-\U000113d5\U000113d7-\U000113d8\U0001144b-\U0001144f\U0001145a-\U0001145b\U0001145d\U000114c6'
    '\U000115c1-\U000115d7\U00011641-\U00011643\U00011660-\U0001166c\U000116b9\U0001173c-\U0001173f\U0001183b\U00011944-\U00011946\U000119e2'
    '\U00011a3f-\U00011a46\U00011a9a-\U00011a9c\U00011a9e-\U00011aa2\U00011b00-\U00011b09\U00011be1\U00011c41-\U00011c45\U00011c70-\U00011c71'
    '\U00011ef7-\U00011ef8\U00011f43-\U00011f4f\U00011fd5-\U00011ff1\U00011fff\U00012470-\U00012474\U00012ff1-\U00012ff2\U00016a6e-\U00016a6f'
    '\U00016af5\U00016b37-\U00016b3f\U00016b44-\U00016b45\U00016d6d-\U00016d6f\U00016e97-\U00016e9a\U00016fe2\U0001bc9c\U0001bc9f'
    '\U0001cc00-\U0001ccfc\U0001cd00-\U0001ceb3\U0001ceba-\U0001ced0\U0001cee0-\U0001cef0\U0001cf50-\U0001cfc3\U0001d000-\U0001d0f5'
    '\U0001d100-\U0001d126\U0001d129-\U0001d15d\U0001d16a-\U0001d16c\U0001d183-\U0001d184\U0001d18c-\U0001d1a9\U0001d1ae-\U0001d1ea'
    '\U0001d200-\U0001d241\U0001d245\U0001d300-\U0001d356\U0001d800-\U0001d9ff\U0001da37-\U0001da3a\U0001da6d-\U0001da74\U0001da76-\U0001da83'
    '\U0001da85-\U0001da8b\U0001e14f\U0001e2ff\U0001e5ff\U0001e95e-\U0001e95f\U0001ecac\U0001ecb0\U0001ed2e\U0001eef0-\U0001eef1'
    '\U0001f000-\U0001f02b\U0001f030-\U0001f093\U0001f0a0-\U0001f0ae\U0001f0b1-\U0001f0bf\U0001f0c1-\U0001f0cf\U0001f0d1-\U0001f0f5'
    '\U0001f10d-\U0001f1ad\U0001f1e6-\U0001f1ff\U0001f260-\U0001f265\U0001f300-\U0001f6d8\U0001f6dc-\U0001f6ec\U0001f6f0-\U0001f6fc'
    '\U0001f700-\U0001f7d9\U0001f7e0-\U0001f7eb\U0001f7f0\U0001f800-\U0001f80b\U0001f810-\U0001f847\U0001f850-\U0001f859\U0001f860-\U0001f887'
    '\U0001f890-\U0001f8ad\U0001f8b0-\U0001f8bb\U0001f8c0-\U0001f8c1\U0001f8d0-\U0001f8d8\U0001f900-\U0001fa57\U0001fa60-\U0001fa6d'
    '\U0001fa70-\U0001fa7c\U0001fa80-\U0001fa8a\U0001fa8e-\U0001fac6\U0001fac8\U0001facd-\U0001fadc\U0001fadf-\U0001faea\U0001faef-\U0001faf8'
    '\U0001fb00-\U0001fb92\U0001fb94-\U0001fbfa]+'
), '');

CREATE FUNCTION "fold_name"("name" TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN "fold_letters"("bare_letters"("name"));

-- The words of a name: as it is written, and with capitals as the start of words. Of the first 100 characters, so that no word is
-- longer than tsvector takes.
CREATE FUNCTION "name_words"("name" TEXT) RETURNS TEXT[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (
    SELECT "folded_words"(replace(f.letters, E'\u0001', '') || ' ' || replace(f.letters, E'\u0001', ' '))
    FROM (SELECT "fold_letters"("mark_capitals"("bare_letters"(left("name", 100)))) AS letters OFFSET 0) f
);

CREATE FUNCTION "name_index"("name" TEXT) RETURNS TSVECTOR LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN array_to_tsvector("name_words"("name"));

-- Finds the names that have a word with each of the words of a text as its start. Null for a text without words.
CREATE FUNCTION "name_query"("words" TEXT) RETURNS TSQUERY LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (SELECT string_agg('''' || w || ''':*', ' & ')::tsquery FROM unnest("folded_words"("fold_name"(left("words", 100)))) w);

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
