-- batches: An undo restores the newest observation that an import replaced. 1.1.0 recorded no platform, and 1.2.0 recorded it as id.
WITH batch AS (
    SELECT i."id" FROM "imports" i WHERE i."id" > $1 ORDER BY i."id" LIMIT 1000
), changed AS (
    UPDATE "import_changes" c
    SET "before" = c."before" - 'id' || jsonb_build_object('platform', COALESCE((c."before" ->> 'id')::int, 1))
    FROM batch b
    WHERE c."import_id" = b."id" AND c."table_name" = 'newest_observation' AND NOT c."before" ? 'platform'
)
SELECT max(b."id") AS last FROM batch b;
