-- The live streams, a narrow row each. A sweep of a collector changes the figures of all of them, and mostly nothing else: it writes
-- these rows, in place of those of "streams" with their indexes.

CREATE TABLE "live_streams" (
    "stream_id" BIGINT NOT NULL,
    "game_name" TEXT,
    "viewers" BIGINT,
    "said" UUID,
    "seen_at" TIMESTAMPTZ(3),
    "first_sampled_at" TIMESTAMPTZ(3),
    "avg_viewers" BIGINT,
    "peak_viewers" BIGINT,
    "watchtime" BIGINT,
    "viewer_ms" BIGINT,
    "sample_count" BIGINT,
    "largest_gap_seconds" BIGINT,
    "import_id" INTEGER,

    CONSTRAINT "live_streams_pkey" PRIMARY KEY ("stream_id")
)
-- Room for new versions of each row.
WITH (fillfactor = 30);

-- The order of the lists of live streams. Those of "streams" were changed with each sweep.
DROP INDEX "streams_live_viewers_idx";
DROP INDEX "streams_live_game_idx";
CREATE INDEX "live_streams_viewers_idx" ON "live_streams"("viewers" DESC NULLS LAST, "stream_id");
CREATE INDEX "live_streams_game_idx" ON "live_streams"("game_name", "viewers" DESC NULLS LAST, "stream_id");

INSERT INTO "live_streams" ("stream_id", "game_name", "viewers")
SELECT s."id", s."game_name", s."last_viewers" FROM "streams" s WHERE s."ended_at" IS NULL;

-- Whatever writes a stream, its row is here while it is live. The row has no figures then, until a sweep finds that nothing else has
-- changed. What writes a stream that has figures here gives them back to "streams" before; for what does not, as an operator with psql,
-- this does, and is called again by that.
CREATE FUNCTION "keep_live_stream"() RETURNS TRIGGER
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND NEW.last_sampled_at < (SELECT l.seen_at FROM live_streams l WHERE l.stream_id = NEW.id) THEN
        UPDATE streams s
        SET avg_viewers = l.avg_viewers, peak_viewers = l.peak_viewers, watchtime = l.watchtime, last_sampled_at = l.seen_at,
            last_viewers = l.viewers, sample_count = l.sample_count, largest_gap_seconds = l.largest_gap_seconds,
            sampled_viewer_ms = l.viewer_ms, observed_at = l.seen_at, updated_at = l.seen_at
        FROM live_streams l
        WHERE l.stream_id = NEW.id AND s.id = NEW.id;
        IF NEW.ended_at IS NULL THEN
            RETURN NULL;
        END IF;
    END IF;
    IF TG_OP = 'DELETE' OR NEW.ended_at IS NOT NULL THEN
        DELETE FROM live_streams l WHERE l.stream_id = OLD.id;
    ELSE
        INSERT INTO live_streams AS l (stream_id, game_name, viewers) VALUES (NEW.id, NEW.game_name, NEW.last_viewers)
        ON CONFLICT (stream_id) DO UPDATE
        SET game_name = excluded.game_name, viewers = excluded.viewers, said = NULL, seen_at = NULL, first_sampled_at = NULL,
            avg_viewers = NULL, peak_viewers = NULL, watchtime = NULL, viewer_ms = NULL, sample_count = NULL,
            largest_gap_seconds = NULL, import_id = NULL
        WHERE l.said IS NOT NULL OR ROW(l.game_name, l.viewers) IS DISTINCT FROM ROW(excluded.game_name, excluded.viewers);
    END IF;
    RETURN NULL;
END
$$;

CREATE FUNCTION "forget_live_streams"() RETURNS TRIGGER
LANGUAGE plpgsql
SET search_path FROM CURRENT
AS $$
BEGIN
    DELETE FROM live_streams;
    RETURN NULL;
END
$$;

REVOKE EXECUTE ON FUNCTION "keep_live_stream", "forget_live_streams" FROM PUBLIC;

CREATE TRIGGER "streams_inserted" AFTER INSERT ON "streams"
FOR EACH ROW WHEN (NEW."ended_at" IS NULL) EXECUTE FUNCTION "keep_live_stream"();

CREATE TRIGGER "streams_updated" AFTER UPDATE ON "streams"
FOR EACH ROW WHEN (OLD."ended_at" IS NULL OR NEW."ended_at" IS NULL) EXECUTE FUNCTION "keep_live_stream"();

CREATE TRIGGER "streams_deleted" AFTER DELETE ON "streams"
FOR EACH ROW WHEN (OLD."ended_at" IS NULL) EXECUTE FUNCTION "keep_live_stream"();

CREATE TRIGGER "streams_truncated" AFTER TRUNCATE ON "streams"
FOR EACH STATEMENT EXECUTE FUNCTION "forget_live_streams"();

-- All streams, with the figures of the live ones as the newest sweep left them. Only a live stream is looked for in "live_streams".
CREATE VIEW "current_streams" AS
SELECT s."id", s."streamer_id", s."started_at", s."ended_at", s."title", s."game_name", s."tags",
    COALESCE(l."avg_viewers", s."avg_viewers") AS "avg_viewers",
    COALESCE(l."peak_viewers", s."peak_viewers") AS "peak_viewers",
    s."live_views", s."live_views_final", s."vod_id",
    COALESCE(l."watchtime", s."watchtime") AS "watchtime",
    s."thumbnail", s."unique_chatters",
    COALESCE(l."seen_at", s."updated_at") AS "updated_at",
    s."figures_from_samples",
    COALESCE(l."seen_at", s."observed_at") AS "observed_at",
    s."is_end_inferred", s."first_sampled_at",
    COALESCE(l."seen_at", s."last_sampled_at") AS "last_sampled_at",
    CASE WHEN l."stream_id" IS NULL THEN s."last_viewers" ELSE l."viewers" END AS "last_viewers",
    COALESCE(l."sample_count", s."sample_count") AS "sample_count",
    COALESCE(l."largest_gap_seconds", s."largest_gap_seconds") AS "largest_gap_seconds"
FROM "streams" s
LEFT JOIN "live_streams" l ON l."stream_id" = CASE WHEN s."ended_at" IS NULL THEN s."id" END;

DO $$
BEGIN
    IF EXISTS (SELECT FROM pg_catalog.pg_roles r WHERE r.rolname = 'analytics_reader') THEN
        GRANT SELECT ON "live_streams", "current_streams" TO analytics_reader;
    END IF;
END
$$;
