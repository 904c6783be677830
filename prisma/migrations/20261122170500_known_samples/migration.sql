-- What the stored and the pruned samples of each stream amount to, as an import computes it. Readers do not wait.

WITH counted AS (
    SELECT v."stream_id", v."viewers", v."created_at" AS held_from, s."started_at", s."ended_at",
        lead(v."created_at") OVER (PARTITION BY v."stream_id" ORDER BY v."created_at") AS next_at,
        p."stream_id" IS NOT NULL AS is_pruned
    FROM "streams" s
    LEFT JOIN "pruned_samples" p ON p."stream_id" = s."id"
    JOIN (
        SELECT "stream_id", "created_at", "viewers", FALSE AS is_sum FROM "viewer_samples"
        UNION ALL
        SELECT q."stream_id", least(greatest(q."last_at", t."started_at"), t."ended_at"), q."last_viewers", TRUE
        FROM "pruned_samples" q
        JOIN "streams" t ON t."id" = q."stream_id"
    ) v ON v."stream_id" = s."id" AND (
        v.is_sum OR (
            v."created_at" >= s."started_at" AND v."created_at" <= COALESCE(s."ended_at", 'infinity')
            AND v."created_at" > COALESCE(p."last_at", '-infinity')
        )
    )
), known AS (
    SELECT c."stream_id", count(*) AS sample_count, min(c.held_from) AS first_at, max(c.held_from) AS last_at,
        max(c."viewers") FILTER (WHERE c.next_at IS NULL) AS last_viewers,
        greatest(
            min(c.held_from) - min(c."started_at"),
            max(COALESCE(c.next_at, c."ended_at", c.held_from) - c.held_from)
        ) AS largest_gap
    FROM counted c
    GROUP BY c."stream_id"
)
UPDATE "streams" s
SET "first_sampled_at" = k.first_at, "last_sampled_at" = k.last_at, "last_viewers" = k.last_viewers,
    "sample_count" = k.sample_count, "largest_gap_seconds" = round(extract(epoch FROM k.largest_gap))
FROM known k
WHERE s."id" = k."stream_id";

-- Streams whose samples all lie outside of their time: these may count when that time changes.
UPDATE "streams" s SET "sample_count" = 0
WHERE s."sample_count" IS NULL AND EXISTS (SELECT FROM "viewer_samples" v WHERE v."stream_id" = s."id");
