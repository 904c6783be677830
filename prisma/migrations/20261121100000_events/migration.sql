-- Events and collaboration sessions, with what schema.prisma cannot say: checks and what the reader may read.

CREATE TABLE "events" (
    "id" BIGINT NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "logo_url" TEXT,
    "user_id" BIGINT,
    "is_public" BOOLEAN NOT NULL,
    "host_stream_id" BIGINT,
    "avg_viewers" BIGINT,
    "peak_viewers" BIGINT,
    "figures_due" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "events_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "events_id_check" CHECK ("id" >= 0 AND "user_id" >= 0),
    CONSTRAINT "events_ended_at_check" CHECK ("ended_at" >= "started_at"),
    CONSTRAINT "events_avg_viewers_check" CHECK ("avg_viewers" <= "peak_viewers"),
    CONSTRAINT "events_counts_check" CHECK (
        "avg_viewers" BETWEEN 0 AND 9007199254740991 AND "peak_viewers" BETWEEN 0 AND 9007199254740991
    )
);

CREATE INDEX "events_is_public_started_at_id_idx" ON "events"("is_public", "started_at" DESC, "id");
CREATE INDEX "events_host_stream_id_idx" ON "events"("host_stream_id");

CREATE TABLE "event_streams" (
    "event_id" BIGINT NOT NULL,
    "stream_id" BIGINT NOT NULL,

    CONSTRAINT "event_streams_pkey" PRIMARY KEY ("event_id", "stream_id")
);

CREATE INDEX "event_streams_stream_id_idx" ON "event_streams"("stream_id");

CREATE TABLE "event_markers" (
    "id" BIGINT NOT NULL,
    "event_id" BIGINT NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT,
    "timestamp" TIMESTAMPTZ(3) NOT NULL,
    "color" TEXT NOT NULL,

    CONSTRAINT "event_markers_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "event_markers_id_check" CHECK ("id" >= 0),
    CONSTRAINT "event_markers_color_check" CHECK ("color" ~ '^#[0-9a-f]{6}$')
);

CREATE INDEX "event_markers_event_id_timestamp_id_idx" ON "event_markers"("event_id", "timestamp", "id");

CREATE TABLE "colab_sessions" (
    "id" BIGINT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "colab_sessions_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "colab_sessions_id_check" CHECK ("id" >= 0),
    CONSTRAINT "colab_sessions_ended_at_check" CHECK ("ended_at" >= "started_at")
);

CREATE TABLE "colab_session_streams" (
    "session_id" BIGINT NOT NULL,
    "stream_id" BIGINT NOT NULL,

    CONSTRAINT "colab_session_streams_pkey" PRIMARY KEY ("session_id", "stream_id")
);

CREATE INDEX "colab_session_streams_stream_id_idx" ON "colab_session_streams"("stream_id");

ALTER TABLE "events" ADD CONSTRAINT "events_host_stream_id_fkey" FOREIGN KEY ("host_stream_id") REFERENCES "streams"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "event_streams" ADD CONSTRAINT "event_streams_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "events"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "event_streams" ADD CONSTRAINT "event_streams_stream_id_fkey" FOREIGN KEY ("stream_id") REFERENCES "streams"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "event_markers" ADD CONSTRAINT "event_markers_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "events"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "colab_session_streams" ADD CONSTRAINT "colab_session_streams_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "colab_sessions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "colab_session_streams" ADD CONSTRAINT "colab_session_streams_stream_id_fkey" FOREIGN KEY ("stream_id") REFERENCES "streams"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- The role is missing where nobody may make roles: the server reads as the owner there.
DO $$
BEGIN
    IF EXISTS (SELECT FROM pg_catalog.pg_roles r WHERE r.rolname = 'analytics_reader') THEN
        GRANT SELECT ON "events", "event_streams", "event_markers", "colab_sessions", "colab_session_streams"
            TO analytics_reader;
    END IF;
END
$$;
