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

-- The words of folded letters, which spaces and punctuation separate.
CREATE FUNCTION "folded_words"("letters" TEXT) RETURNS TEXT[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN array_remove(regexp_split_to_array("letters" COLLATE "C", '[\u0009-\u000d !-/:-@\[-`{-~\u0085\u00a1-\u00bf\u00d7\u00f7\u060c\u061b\u061f\u06d4\u1680\u2010-\u205e\u3001-\u3020\u30fb]+'), '');

CREATE OR REPLACE FUNCTION "fold_name"("name" TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN "fold_letters"("bare_letters"("name"));

-- The words of a name: as it is written, and with capitals as the start of words. Of the first 100 characters, so that no word is
-- longer than tsvector takes.
CREATE OR REPLACE FUNCTION "name_words"("name" TEXT) RETURNS TEXT[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (
    SELECT "folded_words"(replace(f.letters, E'\u0001', '') || ' ' || replace(f.letters, E'\u0001', ' '))
    FROM (SELECT "fold_letters"("mark_capitals"("bare_letters"(left("name", 100)))) AS letters OFFSET 0) f
);

CREATE OR REPLACE FUNCTION "name_query"("words" TEXT) RETURNS TSQUERY LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (SELECT string_agg('''' || w || ''':*', ' & ')::tsquery FROM unnest("folded_words"("fold_name"(left("words", 100)))) w);

-- The old index serves readers until the new one is complete. Writers of streamers wait.
CREATE INDEX "streamers_folded_words_idx" ON "streamers" USING gin ("name_index"("display_name"));
DROP INDEX "streamers_words_idx";
ALTER INDEX "streamers_folded_words_idx" RENAME TO "streamers_words_idx";
