-- Stores the viewers and streams of whole sweeps, and their totals by hour. Samples without their sweeps do not have these figures.

CREATE TABLE "sweep_totals" (
    "platform" TEXT NOT NULL,
    "swept_at" TIMESTAMPTZ(3) NOT NULL,
    "watched_channels" INTEGER,
    "streams" INTEGER NOT NULL,
    "viewers" DECIMAL(40, 0) NOT NULL,
    "languages" TEXT[],
    "language_streams" INTEGER[],
    "language_viewers" DECIMAL(40, 0)[],
    "games" TEXT[],
    "game_streams" INTEGER[],
    "game_viewers" DECIMAL(40, 0)[],
    "is_counted" BOOLEAN NOT NULL DEFAULT FALSE,

    CONSTRAINT "sweep_totals_pkey" PRIMARY KEY ("platform", "swept_at")
);

COMMENT ON TABLE "sweep_totals" IS 'Complete sweeps of the last 48 hours. The arrays of languages and of games have an element per name.';
COMMENT ON COLUMN "sweep_totals"."watched_channels" IS 'Number of channels of the list; null for a whole platform.';
COMMENT ON COLUMN "sweep_totals"."is_counted" IS 'Whether the totals of the hour include the sweep.';

CREATE TABLE "totals" (
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

    CONSTRAINT "totals_pkey" PRIMARY KEY ("kind", "name", "created_at", "platform"),
    CONSTRAINT "totals_kind_check" CHECK ("kind" IN ('all', 'language', 'game'))
);

COMMENT ON TABLE "totals" IS 'Figures of a platform, of a language and of the 200 games with the most watchtime, by hour (UTC).';
COMMENT ON COLUMN "totals"."name" IS 'The language or the game; empty for all.';
COMMENT ON COLUMN "totals"."viewer_ms" IS 'Sum of viewers times milliseconds. stream_ms is the sum of streams times milliseconds.';
COMMENT ON COLUMN "totals"."covered_ms" IS 'Time of the hour for which a complete sweep holds.';
COMMENT ON COLUMN "totals"."watched_channels" IS 'Largest number of channels of a list; null if each sweep is of the whole platform.';

-- The order of the lists of languages and games, and of deletions.
CREATE INDEX "totals_created_at_idx" ON "totals"("created_at");

CREATE TRIGGER "require_release" BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON "sweep_totals"
    FOR EACH STATEMENT EXECUTE FUNCTION "require_release"();

CREATE TRIGGER "require_release" BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON "totals"
    FOR EACH STATEMENT EXECUTE FUNCTION "require_release"();

DO $$
BEGIN
    IF EXISTS (SELECT FROM pg_catalog.pg_roles r WHERE r.rolname = 'analytics_reader') THEN
        GRANT SELECT ON "totals" TO analytics_reader;
    END IF;
END
$$;
