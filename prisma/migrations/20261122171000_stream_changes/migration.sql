-- What a stream was called and about, from each moment on at which that changed.

CREATE TABLE "stream_changes" (
    "stream_id" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "title" TEXT,
    "game_name" TEXT,
    "tags" TEXT[],
    "import_id" INTEGER,

    CONSTRAINT "stream_changes_pkey" PRIMARY KEY ("stream_id", "created_at")
);

-- The role is missing where nobody may make roles: the server reads as the owner there.
DO $$
BEGIN
    IF EXISTS (SELECT FROM pg_catalog.pg_roles r WHERE r.rolname = 'analytics_reader') THEN
        GRANT SELECT ON "stream_changes" TO analytics_reader;
    END IF;
END
$$;
