-- Each entry of the board as it is answered, so that a page of them is read in one piece. Null where its watchtime, which is a
-- sum, is too large for JSON to carry exactly.

ALTER TABLE "leaderboard_entries" ADD COLUMN "entry_json" TEXT;

UPDATE "leaderboard_entries" e
SET "entry_json" = (
    SELECT row_to_json(j)::text
    FROM (
        SELECT e."streamer_id"::text AS "id", e."name", e."display_name", e."followers", e."watchtime",
            e."average_viewers" AS "averageviewers", e."peak_viewers" AS "peakviewers", e."follower_gain" AS "followergain"
    ) j
)
WHERE e."watchtime" <= 9007199254740991;
