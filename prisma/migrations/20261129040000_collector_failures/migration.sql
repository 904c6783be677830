-- The pages and the API run in another process than the collector, so the reason of a failed sweep is in the database.

CREATE TABLE "collector_failures" (
    "platform" TEXT NOT NULL,
    "failed_at" TIMESTAMPTZ(3) NOT NULL,
    "reason" TEXT NOT NULL,

    CONSTRAINT "collector_failures_pkey" PRIMARY KEY ("platform")
);

COMMENT ON TABLE "collector_failures" IS 'The last failed sweep of each platform, until a complete sweep is stored.';
COMMENT ON COLUMN "collector_failures"."failed_at" IS 'By the clock of the database.';
COMMENT ON COLUMN "collector_failures"."reason" IS 'Without addresses, because the site shows it.';

CALL "gate_new_tables"();

DO $$
BEGIN
    IF EXISTS (SELECT FROM pg_catalog.pg_roles r WHERE r.rolname = 'analytics_reader') THEN
        GRANT SELECT ON "collector_failures" TO analytics_reader;
    END IF;
END
$$;
