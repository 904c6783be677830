-- What collectors remember: who watches, the newest sweeps, and which channels are watched.

CREATE TABLE "collector_leases" (
    "platform" TEXT NOT NULL,
    "holder" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "collector_leases_pkey" PRIMARY KEY ("platform")
);

CREATE TABLE "collector_sweeps" (
    "platform" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "swept_at" TIMESTAMPTZ(3) NOT NULL,
    "complete_at" TIMESTAMPTZ(3),
    "channels" INTEGER NOT NULL,

    CONSTRAINT "collector_sweeps_pkey" PRIMARY KEY ("platform")
);

CREATE TABLE "watched_channels" (
    "platform" TEXT NOT NULL,
    "external_id" TEXT NOT NULL,
    "streamer_id" BIGINT NOT NULL,
    "watched_since" TIMESTAMPTZ(3) NOT NULL,
    "watched_until" TIMESTAMPTZ(3),
    "profile_at" TIMESTAMPTZ(3),
    "followers_at" TIMESTAMPTZ(3),

    CONSTRAINT "watched_channels_pkey" PRIMARY KEY ("platform", "external_id")
);

CREATE INDEX "watched_channels_streamer_id_idx" ON "watched_channels"("streamer_id");

CREATE TABLE "watched_names" (
    "platform" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "external_id" TEXT NOT NULL,

    CONSTRAINT "watched_names_pkey" PRIMARY KEY ("platform", "name")
);

DO $$
BEGIN
    IF EXISTS (SELECT FROM pg_catalog.pg_roles r WHERE r.rolname = 'analytics_reader') THEN
        GRANT SELECT ON "collector_sweeps" TO analytics_reader;
    END IF;
END
$$;
