-- batches: Events of 1.2.0 have no time of change. The last import that wrote the event, a marker or a stream of it is the latest known one.
WITH batch AS (
    SELECT e."id", e."started_at", e."import_id" FROM "events" e WHERE e."id" > $1 ORDER BY e."id" LIMIT 1000
), written AS (
    SELECT b."id", max(i."imported_at") AS "at"
    FROM (
        SELECT e."id", e."import_id" FROM batch e
        UNION ALL
        SELECT l."event_id", l."import_id" FROM batch e JOIN "event_streams" l ON l."event_id" = e."id"
        UNION ALL
        SELECT m."event_id", m."import_id" FROM batch e JOIN "event_markers" m ON m."event_id" = e."id"
    ) b
    JOIN "imports" i ON i."id" = b."import_id"
    GROUP BY b."id"
), changed AS (
    UPDATE "events" e SET "changed_at" = least(now(), COALESCE(w."at", e."started_at"))
    FROM batch b
    LEFT JOIN written w ON w."id" = b."id"
    WHERE e."id" = b."id" AND e."changed_at" IS NULL
)
SELECT max(b."id") AS last FROM batch b;
