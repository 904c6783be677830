-- statements: The list of live streams has a filter for the language, and looks it up in the small table.
ALTER TABLE "live_streams" ADD COLUMN IF NOT EXISTS "language" TEXT;

UPDATE "live_streams" l SET "language" = s."language" FROM "streams" s WHERE s."id" = l."stream_id" AND s."language" IS NOT NULL;
