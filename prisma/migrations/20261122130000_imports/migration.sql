-- What imports did, so that one can be taken back; and what must not come back after a streamer was forgotten.

CREATE TABLE "imports" (
    "id" INTEGER NOT NULL,
    "imported_at" TIMESTAMPTZ(3) NOT NULL,
    "imported_by" TEXT NOT NULL,
    "inputs" TEXT[],
    "kinds" JSONB NOT NULL,
    "changes" BIGINT NOT NULL,
    "can_undo" BOOLEAN NOT NULL,
    "undone_at" TIMESTAMPTZ(3),

    CONSTRAINT "imports_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "import_rows" (
    "import_id" INTEGER NOT NULL,
    "table_name" TEXT NOT NULL,
    "row_count" BIGINT NOT NULL,

    CONSTRAINT "import_rows_pkey" PRIMARY KEY ("import_id", "table_name")
);

CREATE TABLE "import_changes" (
    "import_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "table_name" TEXT NOT NULL,
    "is_deleted" BOOLEAN NOT NULL,
    "before" JSONB NOT NULL,

    CONSTRAINT "import_changes_pkey" PRIMARY KEY ("import_id", "id")
);

CREATE TABLE "forgotten_ids" (
    "kind" TEXT NOT NULL,
    "id" BIGINT NOT NULL,
    "streamer_id" BIGINT NOT NULL,
    "forgotten_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "forgotten_ids_pkey" PRIMARY KEY ("kind", "id")
);

-- The import that wrote the row last. Null where that is not known, or where something else wrote it.
ALTER TABLE "streamers" ADD COLUMN "import_id" INTEGER;
ALTER TABLE "streams" ADD COLUMN "import_id" INTEGER;
ALTER TABLE "viewer_samples" ADD COLUMN "import_id" INTEGER;
ALTER TABLE "follower_points" ADD COLUMN "import_id" INTEGER;
ALTER TABLE "message_stats" ADD COLUMN "import_id" INTEGER;
ALTER TABLE "panels" ADD COLUMN "import_id" INTEGER;
ALTER TABLE "events" ADD COLUMN "import_id" INTEGER;
ALTER TABLE "event_streams" ADD COLUMN "import_id" INTEGER;
ALTER TABLE "event_markers" ADD COLUMN "import_id" INTEGER;
ALTER TABLE "colab_sessions" ADD COLUMN "import_id" INTEGER;
ALTER TABLE "colab_session_streams" ADD COLUMN "import_id" INTEGER;
ALTER TABLE "sighted_streams" ADD COLUMN "import_id" INTEGER;
ALTER TABLE "sighted_streamers" ADD COLUMN "import_id" INTEGER;
ALTER TABLE "sighted_logins" ADD COLUMN "import_id" INTEGER;
ALTER TABLE "sighting_state" ADD COLUMN "import_id" INTEGER;
