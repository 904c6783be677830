-- batches: 1.0.0 has the times of observations of streamers in a table of its own.
WITH batch AS MATERIALIZED (
    SELECT k."streamer_id", k."named_at", k."pictured_at"
    FROM "sighted_streamers" k
    WHERE k."streamer_id" > $1
    ORDER BY k."streamer_id"
    LIMIT 10000
), changed AS (
    UPDATE "streamers" t SET "named_at" = b."named_at", "pictured_at" = b."pictured_at" FROM batch b WHERE t."id" = b."streamer_id"
)
SELECT max(b."streamer_id") AS last FROM batch b;
