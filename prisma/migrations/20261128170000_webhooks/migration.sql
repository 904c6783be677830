-- Stores events for webhooks in the transactions that find them, so that an event is neither lost nor sent after a rollback.

CREATE TABLE "webhook_targets" (
    "name" TEXT NOT NULL,
    "kinds" TEXT[],
    "channels" TEXT[],
    "digest" TEXT NOT NULL,
    "is_off" BOOLEAN NOT NULL DEFAULT FALSE,
    "paused_until" TIMESTAMPTZ(3),
    "dropped_events" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "webhook_targets_pkey" PRIMARY KEY ("name")
);

COMMENT ON TABLE "webhook_targets" IS 'Targets in the file of WEBHOOKS, without their addresses and secrets.';
COMMENT ON COLUMN "webhook_targets"."channels" IS 'Logins and channel IDs; null for all streamers.';
COMMENT ON COLUMN "webhook_targets"."digest" IS 'Digest of the entry in the file.';
COMMENT ON COLUMN "webhook_targets"."is_off" IS 'Whether the target returned 410, until its entry changes.';

CREATE TABLE "webhook_deliveries" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "target" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "streamer_id" BIGINT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "body" TEXT,
    "finished_at" TIMESTAMPTZ(3),
    "has_failed" BOOLEAN NOT NULL DEFAULT FALSE,
    "is_over" BOOLEAN NOT NULL DEFAULT FALSE,
    "last_error" TEXT,

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "webhook_deliveries_target_fkey" FOREIGN KEY ("target") REFERENCES "webhook_targets"("name") ON DELETE CASCADE ON UPDATE CASCADE
);

COMMENT ON TABLE "webhook_deliveries" IS 'Events for the targets of webhooks. A row waits until finished_at is set.';
COMMENT ON COLUMN "webhook_deliveries"."id" IS 'The header webhook-id.';
COMMENT ON COLUMN "webhook_deliveries"."subject" IS 'ID of the stream, platform or month of the event.';
COMMENT ON COLUMN "webhook_deliveries"."occurred_at" IS 'The start or the end of the stream, the last observation of the platform, or the end of the month.';
COMMENT ON COLUMN "webhook_deliveries"."body" IS 'The message, from the first attempt on.';
COMMENT ON COLUMN "webhook_deliveries"."is_over" IS 'Of data.stale: whether the data is fresh again.';

CREATE UNIQUE INDEX "webhook_deliveries_target_kind_subject_occurred_at_key" ON "webhook_deliveries"("target", "kind", "subject", "occurred_at");

CREATE INDEX "webhook_deliveries_waiting_idx" ON "webhook_deliveries"("target", "due_at") WHERE "finished_at" IS NULL;

CREATE INDEX "webhook_deliveries_finished_idx" ON "webhook_deliveries"("finished_at") WHERE "finished_at" IS NOT NULL;

CREATE TRIGGER "require_release" BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON "webhook_targets"
    FOR EACH STATEMENT EXECUTE FUNCTION "require_release"();

CREATE TRIGGER "require_release" BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON "webhook_deliveries"
    FOR EACH STATEMENT EXECUTE FUNCTION "require_release"();
