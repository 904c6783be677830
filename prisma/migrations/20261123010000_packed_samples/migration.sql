-- Viewer samples of ended streams in a row a stream. "npm run pack" fills the table.

CREATE TABLE "packed_samples" (
    "stream_id" BIGINT NOT NULL,
    "first_at" TIMESTAMPTZ(3) NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,
    "sample_count" INTEGER NOT NULL,
    "first_viewers" BIGINT NOT NULL,
    "step_ms" INTEGER NOT NULL,
    "time_steps" SMALLINT[],
    "long_time_steps" INTEGER[],
    "viewer_steps" SMALLINT[],
    "long_viewer_steps" INTEGER[],
    "import_id" INTEGER,
    "import_ids" INTEGER[],

    CONSTRAINT "packed_samples_pkey" PRIMARY KEY ("stream_id")
);

-- A row that fits into a block stays in it: one read instead of two look-ups in another table.
ALTER TABLE "packed_samples"
    ALTER COLUMN "time_steps" SET STORAGE MAIN,
    ALTER COLUMN "long_time_steps" SET STORAGE MAIN,
    ALTER COLUMN "viewer_steps" SET STORAGE MAIN,
    ALTER COLUMN "long_viewer_steps" SET STORAGE MAIN,
    ALTER COLUMN "import_ids" SET STORAGE MAIN;

-- For prune, which looks for the oldest samples.
CREATE INDEX "packed_samples_first_at_idx" ON "packed_samples"("first_at");

-- The samples of a row. Each array has an element for each sample, or is null: a step in time is step_ms and what its array
-- adds to it, and a step in viewers is the difference from the sample before. The steps of the first sample are 0.
CREATE FUNCTION "unpack_samples"(p "packed_samples")
RETURNS TABLE ("created_at" TIMESTAMPTZ, "viewers" BIGINT, "import_id" INTEGER)
LANGUAGE sql STABLE PARALLEL SAFE
AS $$
    SELECT
        p.first_at + (
            sum(COALESCE(u.time_step, u.long_time_step, 0)) OVER so_far + (u.place - 1) * p.step_ms
        ) * INTERVAL '1 millisecond',
        p.first_viewers + sum(COALESCE(u.viewer_step, u.long_viewer_step)) OVER so_far,
        COALESCE(u.import_id, p.import_id)
    FROM unnest(p.time_steps, p.long_time_steps, p.viewer_steps, p.long_viewer_steps, p.import_ids)
        WITH ORDINALITY u(time_step, long_time_step, viewer_step, long_viewer_step, import_id, place)
    WINDOW so_far AS (ORDER BY u.place ROWS UNBOUNDED PRECEDING)
$$;

-- All samples, packed or not. A stream has only the one or only the other.
CREATE VIEW "all_viewer_samples" AS
SELECT v."stream_id", v."created_at", v."viewers", v."import_id"
FROM "viewer_samples" v
UNION ALL
SELECT p."stream_id", u."created_at", u."viewers", u."import_id"
FROM "packed_samples" p
CROSS JOIN LATERAL "unpack_samples"(p) u;

DO $$
BEGIN
    IF EXISTS (SELECT FROM pg_catalog.pg_roles r WHERE r.rolname = 'analytics_reader') THEN
        GRANT SELECT ON "all_viewer_samples" TO analytics_reader;
    END IF;
END
$$;
