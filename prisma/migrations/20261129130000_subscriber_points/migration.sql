-- Kick publishes the subscribers of channels. Before 2026-08-11, its counts did not include gifted subscriptions.

CREATE TABLE "subscriber_points" (
    "streamer_id" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "subscribers" BIGINT NOT NULL,
    "gifted" BIGINT,
    "import_id" INTEGER,

    CONSTRAINT "subscriber_points_pkey" PRIMARY KEY ("streamer_id", "created_at"),
    CONSTRAINT "subscriber_points_created_at_check" CHECK ("created_at" >= '2026-08-11T00:00:00Z'),
    CONSTRAINT "subscriber_points_subscribers_check" CHECK ("subscribers" BETWEEN 0 AND 9007199254740991),
    CONSTRAINT "subscriber_points_gifted_check" CHECK ("gifted" BETWEEN 0 AND "subscribers")
);

COMMENT ON TABLE "subscriber_points" IS 'The subscribers of a channel at a moment, with gifted subscriptions.';
COMMENT ON COLUMN "subscriber_points"."created_at" IS 'Time of the observation.';
COMMENT ON COLUMN "subscriber_points"."gifted" IS 'Gifted subscriptions among the subscribers. Null: unknown.';

CALL "gate_new_tables"();

DO $$
BEGIN
    IF EXISTS (SELECT FROM pg_catalog.pg_roles r WHERE r.rolname = 'analytics_reader') THEN
        GRANT SELECT ON "subscriber_points" TO analytics_reader;
    END IF;
END
$$;
