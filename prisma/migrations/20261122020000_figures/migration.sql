-- What pruned viewer samples amount to, so that figures go on after pruning; until when a live stream was observed; and
-- which ends follow from the channel's next stream. Figures that are stored stay until their data is imported again.

ALTER TABLE "streams" ADD COLUMN "observed_at" TIMESTAMPTZ(3);
ALTER TABLE "streams" ADD COLUMN "is_end_inferred" BOOLEAN NOT NULL DEFAULT false;

-- For the import, which looks for the live streams of some streamers.
CREATE INDEX "streams_live_idx" ON "streams"("streamer_id") WHERE "ended_at" IS NULL;

CREATE TABLE "pruned_samples" (
    "stream_id" BIGINT NOT NULL,
    "viewer_ms" DECIMAL(40,0) NOT NULL,
    "time_ms" BIGINT NOT NULL,
    "peak_viewers" BIGINT NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,
    "last_viewers" BIGINT NOT NULL,

    CONSTRAINT "pruned_samples_pkey" PRIMARY KEY ("stream_id")
);

CREATE TABLE "pruned_event_samples" (
    "event_id" BIGINT NOT NULL,
    "viewer_ms" DECIMAL(40,0) NOT NULL,
    "time_ms" BIGINT NOT NULL,
    "peak_viewers" BIGINT,
    "counted_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "pruned_event_samples_pkey" PRIMARY KEY ("event_id")
);

-- Of samples that are gone already nothing was remembered: figures from these stay, as if the source had given them.
UPDATE "streams" s SET "figures_from_samples" = FALSE
WHERE s."figures_from_samples" AND s."sampled_from" IS NOT NULL
    AND NOT EXISTS (
        SELECT FROM "viewer_samples" v WHERE v."stream_id" = s."id" AND v."created_at" = s."sampled_from"
    );
ALTER TABLE "streams" DROP COLUMN "sampled_from";

-- When live streams were observed last, and the end of those whose channel has a newer stream.
WITH live AS (
    SELECT s."id", s."started_at",
        (
            SELECT greatest(s."started_at", max(o.at))
            FROM (
                SELECT k."seen_at" FROM "sighted_streams" k WHERE k."stream_id" = s."id"
                UNION ALL
                SELECT max(v."created_at") FROM "viewer_samples" v
                WHERE v."stream_id" = s."id" AND v."created_at" >= s."started_at"
            ) o(at)
            HAVING max(o.at) IS NOT NULL
        ) AS observed_at,
        (
            SELECT min(r."started_at") FROM "streams" r
            WHERE r."streamer_id" = s."streamer_id"
                AND (r."started_at" > s."started_at" OR r."started_at" = s."started_at" AND r."id" < s."id")
        ) AS next_start
    FROM "streams" s
    WHERE s."ended_at" IS NULL
), settled AS (
    UPDATE "streams" t
    SET "observed_at" = l.observed_at,
        "ended_at" = CASE WHEN l.next_start IS NOT NULL THEN COALESCE(l.observed_at, l.next_start) END,
        "is_end_inferred" = l.next_start IS NOT NULL
    FROM live l
    WHERE t."id" = l."id" AND (l.observed_at IS NOT NULL OR l.next_start IS NOT NULL)
    RETURNING t."id", t."is_end_inferred"
)
UPDATE "events" e SET "figures_due" = TRUE
FROM "event_streams" l
JOIN settled c ON c."id" = l."stream_id" AND c."is_end_inferred"
WHERE l."event_id" = e."id";

-- JSON carries no more exactly. From here on a refresh stores no larger one.
UPDATE "leaderboard_entries" e SET "watchtime" = 9007199254740991 WHERE e."watchtime" > 9007199254740991;
