-- A live stream has its last observation and its sample sum in "live_streams", an ended stream its figures in "streams". Observations
-- leave no other tables.

ALTER TABLE "streams" ADD COLUMN "end_reason" TEXT;
ALTER TABLE "streamers" ADD COLUMN "named_at" TIMESTAMPTZ(3), ADD COLUMN "pictured_at" TIMESTAMPTZ(3);

DROP VIEW "current_streams";
DROP TRIGGER "streams_inserted" ON "streams";
DROP TRIGGER "streams_updated" ON "streams";
DROP TRIGGER "streams_deleted" ON "streams";
DROP TRIGGER "streams_truncated" ON "streams";
DROP FUNCTION "keep_live_stream";
DROP FUNCTION "forget_live_streams";
DROP TABLE "live_streams";

ALTER TABLE "pruned_samples" RENAME COLUMN "largest_gap_ms" TO "longest_ms";
UPDATE "pruned_samples" p SET "first_at" = p."last_at" WHERE p."first_at" IS NULL;
ALTER TABLE "pruned_samples"
    DROP COLUMN "time_ms",
    ALTER COLUMN "first_at" SET NOT NULL,
    ALTER COLUMN "sample_count" DROP DEFAULT,
    ALTER COLUMN "longest_ms" DROP DEFAULT;

CREATE TABLE "live_streams" (
    "stream_id" BIGINT NOT NULL,
    "game_name" TEXT,
    "observed_at" TIMESTAMPTZ(3),
    "import_id" INTEGER,
    "first_at" TIMESTAMPTZ(3),
    "last_at" TIMESTAMPTZ(3),
    "last_viewers" BIGINT,
    "viewer_ms" DECIMAL(40, 0),
    "peak_viewers" BIGINT,
    "sample_count" BIGINT,
    "longest_ms" BIGINT,

    CONSTRAINT "live_streams_pkey" PRIMARY KEY ("stream_id")
)
-- Room for new versions of each row.
WITH (fillfactor = 30);

INSERT INTO "live_streams"
SELECT s."id", s."game_name", k."seen_at", CASE WHEN k."seen_at" IS NOT NULL THEN COALESCE(k."import_id", 0) END, u.*
FROM "streams" s
LEFT JOIN "sighted_streams" k ON k."stream_id" = s."id"
LEFT JOIN "pruned_samples" b ON b."stream_id" = s."id"
CROSS JOIN LATERAL (
    SELECT COALESCE(b.first_at, n.first_at) AS first_at, COALESCE(n.last_at, b.last_at) AS last_at,
      COALESCE(n.last_viewers, b.last_viewers) AS last_viewers,
      COALESCE(b.viewer_ms + n.viewer_ms, b.viewer_ms, n.viewer_ms) AS viewer_ms,
      greatest(b.peak_viewers, n.peak_viewers) AS peak_viewers,
      NULLIF(COALESCE(b.sample_count, 0) + n.sample_count, 0) AS sample_count,
      greatest(b.longest_ms, n.longest_ms) AS longest_ms
    FROM (
      SELECT min(h.created_at) AS first_at, max(h.created_at) AS last_at, max(h.viewers) FILTER (WHERE h.is_last) AS last_viewers,
        sum(h.held_viewers::numeric * h.held_ms) AS viewer_ms, max(h.viewers) AS peak_viewers, count(*) AS sample_count,
        max(h.held_ms) AS longest_ms
      FROM (
        SELECT v.created_at, v.viewers, lag(v.viewers, 1, COALESCE(b.last_viewers, 0)) OVER series AS held_viewers,
          (date_part('epoch', v.created_at - lag(v.created_at, 1, COALESCE(b.last_at, v.created_at)) OVER series) * 1000)::bigint AS held_ms,
          lead(v.created_at) OVER series IS NULL AS is_last
        FROM (
    SELECT v.created_at, v.viewers FROM viewer_samples v WHERE v.stream_id = s.id AND 
    v.created_at >= s.started_at AND v.created_at <= COALESCE(s.ended_at, 'infinity')
      AND v.created_at > COALESCE(b.last_at, '-infinity') AND v.created_at < 'infinity'
    UNION ALL
    SELECT v.created_at, v.viewers
    FROM packed_samples k
    CROSS JOIN LATERAL unpack_samples(k) v
    WHERE k.stream_id = s.id AND 
    v.created_at >= s.started_at AND v.created_at <= COALESCE(s.ended_at, 'infinity')
      AND v.created_at > COALESCE(b.last_at, '-infinity') AND v.created_at < 'infinity') v
        WINDOW series AS (ORDER BY v.created_at)
      ) h
    ) n
) u
WHERE s."ended_at" IS NULL;

-- The order of the lists of live streams.
CREATE INDEX "live_streams_last_viewers_idx" ON "live_streams"("last_viewers" DESC NULLS LAST, "stream_id");
CREATE INDEX "live_streams_game_idx" ON "live_streams"("game_name", "last_viewers" DESC NULLS LAST, "stream_id");

UPDATE "streams" s
SET "end_reason" = CASE
        WHEN s."ended_at" IS NULL THEN NULL
        WHEN s."is_end_inferred" THEN 'next_stream'
        WHEN NOT k."is_open" AND s."ended_at" = greatest(k."seen_at", s."started_at") THEN 'unobserved'
        ELSE 'given'
    END,
    "observed_at" = CASE WHEN s."ended_at" IS NOT NULL THEN k."seen_at" END
FROM "streams" t
LEFT JOIN "sighted_streams" k ON k."stream_id" = t."id"
WHERE t."id" = s."id";

-- Figures that a source gave for a live stream stay.
UPDATE "streams" s
SET "avg_viewers" = CASE WHEN NOT s."figures_from_samples" THEN s."avg_viewers" END,
    "peak_viewers" = CASE WHEN NOT s."figures_from_samples" THEN s."peak_viewers" END,
    "watchtime" = CASE WHEN NOT s."figures_from_samples" THEN s."watchtime" END,
    "figures_from_samples" = FALSE, "first_sampled_at" = NULL, "last_sampled_at" = NULL, "last_viewers" = NULL, "sample_count" = NULL,
    "largest_gap_seconds" = NULL
WHERE s."ended_at" IS NULL;

ALTER TABLE "streams"
    DROP COLUMN "is_end_inferred",
    DROP COLUMN "sampled_viewer_ms",
    ADD CONSTRAINT "streams_end_reason_check" CHECK (
        ("end_reason" IS NULL) = ("ended_at" IS NULL) AND "end_reason" IN ('given', 'unobserved', 'next_stream')
    );

UPDATE "streamers" t SET "named_at" = greatest(k."named_at", k."login_at"), "pictured_at" = k."pictured_at"
FROM "sighted_streamers" k
WHERE k."streamer_id" = t."id";

DROP TABLE "sighted_streams", "sighted_streamers", "sighted_logins";

ALTER TABLE "sighting_state" RENAME TO "newest_observation";
ALTER TABLE "newest_observation" RENAME COLUMN "newest_at" TO "observed_at";
ALTER TABLE "newest_observation" RENAME CONSTRAINT "sighting_state_pkey" TO "newest_observation_pkey";
ALTER TABLE "newest_observation" RENAME CONSTRAINT "sighting_state_one_row_check" TO "newest_observation_one_row_check";

-- All streams with their figures. The figures of a live stream follow from its sum (src/figures/sample-sum.ts, figures); a test compares
-- them. Only a live stream is looked for in "live_streams".
CREATE VIEW "current_streams" AS
SELECT s."id", s."streamer_id", s."started_at", s."ended_at", s."title", s."game_name", s."tags",
    CASE WHEN g.is_given OR l."stream_id" IS NULL THEN s."avg_viewers" ELSE f.avg_viewers END AS "avg_viewers",
    CASE WHEN g.is_given OR l."stream_id" IS NULL THEN s."peak_viewers" ELSE l."peak_viewers" END AS "peak_viewers",
    s."live_views", s."live_views_final", s."vod_id",
    CASE WHEN g.is_given OR l."stream_id" IS NULL THEN s."watchtime" ELSE f.watchtime END AS "watchtime",
    s."thumbnail", s."unique_chatters",
    greatest(s."updated_at", s."observed_at", l."observed_at") AS "updated_at",
    s."figures_from_samples" OR (NOT g.is_given AND l."sample_count" IS NOT NULL) AS "figures_from_samples",
    CASE
        WHEN l."stream_id" IS NOT NULL AND COALESCE(l."observed_at", l."last_at") IS NOT NULL
            THEN greatest(s."started_at", l."observed_at", l."last_at")
        WHEN s."end_reason" = 'next_stream' AND COALESCE(s."observed_at", s."last_sampled_at") IS NOT NULL THEN s."ended_at"
    END AS "observed_at",
    s."end_reason",
    COALESCE(l."first_at", s."first_sampled_at") AS "first_sampled_at",
    COALESCE(l."last_at", s."last_sampled_at") AS "last_sampled_at",
    COALESCE(l."last_viewers", s."last_viewers") AS "last_viewers",
    COALESCE(l."sample_count", s."sample_count") AS "sample_count",
    COALESCE(f.largest_gap_seconds, s."largest_gap_seconds") AS "largest_gap_seconds"
FROM "streams" s
LEFT JOIN "live_streams" l ON l."stream_id" = CASE WHEN s."ended_at" IS NULL THEN s."id" END
CROSS JOIN LATERAL (
    SELECT NOT s."figures_from_samples" AND COALESCE(s."avg_viewers", s."peak_viewers", s."watchtime") IS NOT NULL AS is_given
) g
CROSS JOIN LATERAL (
    SELECT COALESCE(div(2 * (h.viewer_ms)::numeric + h.time_ms, NULLIF(2 * h.time_ms, 0)), l.peak_viewers)::bigint AS avg_viewers,
      CASE WHEN div(2 * (h.viewer_ms)::numeric + 60000, NULLIF(2 * 60000, 0)) > 9007199254740991 THEN 9007199254740991 ELSE div(2 * (h.viewer_ms)::numeric + 60000, NULLIF(2 * 60000, 0)) END::bigint AS watchtime,
      div(2 * (greatest(l.longest_ms, (date_part('epoch', l.first_at - s."started_at") * 1000)::bigint, h.last_ms))::numeric + 1000, NULLIF(2 * 1000, 0))::bigint
        AS largest_gap_seconds
    FROM (
      SELECT t.last_ms, l.viewer_ms + l.last_viewers::numeric * t.last_ms AS viewer_ms,
        (date_part('epoch', l.last_at - l.first_at) * 1000)::bigint + t.last_ms AS time_ms
      FROM (SELECT CASE WHEN l.last_at IS NOT NULL THEN greatest((date_part('epoch', NULL::timestamptz - l.last_at) * 1000)::bigint, 0) END AS last_ms) t
    ) h
) f;

DO $$
BEGIN
    IF EXISTS (SELECT FROM pg_catalog.pg_roles r WHERE r.rolname = 'analytics_reader') THEN
        GRANT SELECT ON "live_streams", "current_streams" TO analytics_reader;
    END IF;
END
$$;
