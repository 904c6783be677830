-- What observations of a platform leave besides the rows they make: when something was seen last, so that an older
-- observation imported later undoes nothing. And of streams whose figures come from samples, from when on those were.

ALTER TABLE "streams" ADD COLUMN "sampled_from" TIMESTAMPTZ(3);

CREATE TABLE "sighted_streams" (
    "stream_id" BIGINT NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,
    "is_open" BOOLEAN NOT NULL,

    CONSTRAINT "sighted_streams_pkey" PRIMARY KEY ("stream_id")
);

CREATE INDEX "sighted_streams_is_open_seen_at_idx" ON "sighted_streams"("is_open", "seen_at");

CREATE TABLE "sighted_streamers" (
    "streamer_id" BIGINT NOT NULL,
    "named_at" TIMESTAMPTZ(3) NOT NULL,
    "pictured_at" TIMESTAMPTZ(3),

    CONSTRAINT "sighted_streamers_pkey" PRIMARY KEY ("streamer_id")
);

CREATE TABLE "sighted_logins" (
    "login" TEXT NOT NULL,
    "streamer_id" BIGINT NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sighted_logins_pkey" PRIMARY KEY ("login")
);

CREATE TABLE "sighting_state" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "newest_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sighting_state_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "sighting_state_one_row_check" CHECK ("id" = 1)
);
