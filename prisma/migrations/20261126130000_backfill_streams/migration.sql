-- batches: Live streams of 1.0.0 have no row in live_streams, and ended ones neither a reason nor a summary of their samples.

-- As in an import (docs/architecture.md, "Where does a live stream end?"): a stream without a given end ends if its channel has a newer
-- one, or if 1.0.0 has ended it at its last observation. This end moves with later samples. Figures that were computed from samples are
-- computed again. They stay if the first of these samples was pruned, because its viewers are unknown.
WITH batch AS MATERIALIZED (
    SELECT s.* FROM "streams" s WHERE s."id" > $1 ORDER BY s."id" LIMIT 2000
), known AS MATERIALIZED (
    SELECT s.*, k."seen_at",
        CASE WHEN COALESCE(k."is_open", TRUE) OR s."ended_at" <> greatest(k."seen_at", s."started_at") THEN s."ended_at" END AS given_end,
        COALESCE(s."avg_viewers", s."peak_viewers", s."watchtime") IS NOT NULL AND NOT (
            s."figures_from_samples" AND (s."sampled_from" IS NULL OR EXISTS (
                SELECT FROM "viewer_samples" v WHERE v."stream_id" = s."id" AND v."created_at" = s."sampled_from"
            ))
        ) AS is_given
    FROM batch s
    LEFT JOIN "sighted_streams" k ON k."stream_id" = s."id"
    WHERE s."end_reason" IS NULL AND NOT EXISTS (SELECT FROM "live_streams" l WHERE l."stream_id" = s."id")
), summed AS MATERIALIZED (
    SELECT k."id", u.*, f.*, w.*, e.*, k."game_name", k."seen_at", k.is_given, e.new_end IS DISTINCT FROM k."ended_at" AS has_new_end
    FROM known k
    CROSS JOIN LATERAL (
        SELECT min(h.created_at) AS first_at, max(h.created_at) AS last_at, max(h.viewers) FILTER (WHERE h.is_last) AS last_viewers,
            sum(h.held_viewers::numeric * h.held_ms) AS viewer_ms, max(h.viewers) AS peak_viewers,
            NULLIF(count(*), 0) AS sample_count, max(h.held_ms) AS longest_ms
        FROM (
            SELECT v."created_at", v."viewers", lag(v."viewers", 1, 0::bigint) OVER series AS held_viewers,
                (date_part('epoch', v."created_at" - lag(v."created_at", 1, v."created_at") OVER series) * 1000)::bigint AS held_ms,
                lead(v."created_at") OVER series IS NULL AS is_last
            FROM "viewer_samples" v
            WHERE v."stream_id" = k."id" AND v."created_at" >= k."started_at" AND v."created_at" <= COALESCE(k.given_end, 'infinity')
            WINDOW series AS (ORDER BY v."created_at")
        ) h
    ) u
    LEFT JOIN LATERAL (
        SELECT r."started_at"
        FROM "streams" r
        WHERE k.given_end IS NULL AND r."streamer_id" = k."streamer_id" AND r."started_at" >= k."started_at"
            AND (r."started_at" > k."started_at" OR r."id" < k."id")
        ORDER BY r."started_at"
        LIMIT 1
    ) n ON TRUE
    CROSS JOIN LATERAL (
        SELECT CASE
            WHEN k.given_end IS NOT NULL THEN 'given'
            WHEN n."started_at" IS NOT NULL THEN 'next_stream'
            WHEN k."ended_at" IS NOT NULL THEN 'unobserved'
        END AS new_reason
    ) w
    CROSS JOIN LATERAL (
        SELECT CASE
            WHEN w.new_reason IS NULL THEN NULL
            WHEN k.given_end IS NOT NULL THEN k.given_end
            WHEN COALESCE(k."seen_at", u.last_at) IS NULL THEN n."started_at"
            ELSE greatest(k."started_at", k."seen_at", u.last_at)
        END AS new_end
    ) e
    CROSS JOIN LATERAL "stream_figures"(
        u.first_at, u.last_at, u.last_viewers, u.viewer_ms, u.peak_viewers, u.longest_ms, k."started_at", e.new_end
    ) f
), live AS (
    INSERT INTO "live_streams"
    SELECT n."id", n."game_name", n."seen_at", CASE WHEN n."seen_at" IS NOT NULL THEN 0 END,
        n.first_at, n.last_at, n.last_viewers, n.viewer_ms, n.peak_viewers, n.sample_count, n.longest_ms
    FROM summed n
    WHERE n.new_end IS NULL
), ended AS (
    UPDATE "streams" s
    SET "ended_at" = n.new_end, "end_reason" = n.new_reason, "observed_at" = n."seen_at",
        "first_sampled_at" = n.first_at, "last_sampled_at" = n.last_at, "last_viewers" = n.last_viewers, "sample_count" = n.sample_count,
        "largest_gap_seconds" = n."largest_gap_seconds",
        "avg_viewers" = CASE WHEN n.is_given THEN s."avg_viewers" ELSE n."avg_viewers" END,
        "peak_viewers" = CASE WHEN n.is_given THEN s."peak_viewers" ELSE n.peak_viewers END,
        "watchtime" = CASE WHEN n.is_given THEN s."watchtime" ELSE n."watchtime" END,
        "figures_from_samples" = NOT n.is_given AND n.sample_count IS NOT NULL
    FROM summed n
    WHERE s."id" = n."id" AND n.new_end IS NOT NULL
), cleared AS (
    UPDATE "streams" s
    SET "figures_from_samples" = FALSE,
        "avg_viewers" = CASE WHEN n.is_given THEN s."avg_viewers" END,
        "peak_viewers" = CASE WHEN n.is_given THEN s."peak_viewers" END,
        "watchtime" = CASE WHEN n.is_given THEN s."watchtime" END
    FROM summed n
    WHERE s."id" = n."id" AND n.new_end IS NULL AND s."figures_from_samples"
), due AS (
    UPDATE "events" e SET "figures_due" = TRUE
    FROM "event_streams" l
    JOIN summed n ON n."id" = l."stream_id" AND n.has_new_end
    WHERE e."id" = l."event_id"
)
SELECT max(b."id") AS last FROM batch b;
