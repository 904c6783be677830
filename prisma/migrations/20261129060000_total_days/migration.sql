-- Sums of totals by day, for long ranges. A refresh fills them, also for the hours of earlier releases.

CREATE TABLE "total_days" (
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "platform" TEXT NOT NULL,
    "viewer_ms" DECIMAL(40, 0) NOT NULL,
    "peak_viewers" DECIMAL(40, 0) NOT NULL,
    "stream_ms" DECIMAL(40, 0) NOT NULL,
    "peak_streams" INTEGER NOT NULL,
    "covered_ms" INTEGER NOT NULL,
    "watched_channels" INTEGER,

    CONSTRAINT "total_days_pkey" PRIMARY KEY ("kind", "name", "created_at", "platform"),
    CONSTRAINT "total_days_kind_check" CHECK ("kind" IN ('all', 'language', 'game'))
);

COMMENT ON TABLE "total_days" IS 'The sums of totals by day (UTC). A day without rows is read from its hours.';

-- The order of deletions.
CREATE INDEX "total_days_created_at_idx" ON "total_days"("created_at");

CALL "gate_new_tables"();

-- No statement that changes an hour can leave an old sum of its day.
CREATE FUNCTION "remove_total_days"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM "total_days" d
    USING (SELECT DISTINCT c."platform", date_trunc('day', c."created_at", 'UTC') AS "day" FROM "changed" c) c
    WHERE d."platform" = c."platform" AND d."created_at" = c."day";
    RETURN NULL;
END
$$;

CREATE TRIGGER "remove_days_of_inserted" AFTER INSERT ON "totals"
    REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "remove_total_days"();

CREATE TRIGGER "remove_days_of_updated" AFTER UPDATE ON "totals"
    REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "remove_total_days"();

CREATE TRIGGER "remove_days_of_deleted" AFTER DELETE ON "totals"
    REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "remove_total_days"();

DO $$
BEGIN
    IF EXISTS (SELECT FROM pg_catalog.pg_roles r WHERE r.rolname = 'analytics_reader') THEN
        GRANT SELECT ON "total_days" TO analytics_reader;
    END IF;
END
$$;
