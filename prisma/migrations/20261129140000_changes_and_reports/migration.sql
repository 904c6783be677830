-- statements: Webhooks report changes of streams, weeks and months of streamers, and changes of final months.

CREATE TABLE IF NOT EXISTS "webhook_changes" (
    "stream_id" BIGINT NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_changes_pkey" PRIMARY KEY ("stream_id")
);

COMMENT ON TABLE "webhook_changes" IS 'Live streams with a change whose message is due two sweeps later.';
COMMENT ON COLUMN "webhook_changes"."changed_at" IS 'Time of the sweep with the first change.';

CALL "gate_new_tables"();

CREATE TABLE IF NOT EXISTS "webhook_months" (
    "month" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "revised_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_months_pkey" PRIMARY KEY ("month")
);

COMMENT ON TABLE "webhook_months" IS 'Final months as the targets of month.revised last knew them.';
COMMENT ON COLUMN "webhook_months"."digest" IS 'Digest of the first 100 rows by watchtime.';
COMMENT ON COLUMN "webhook_months"."revised_at" IS 'Time of the last message of the kind month.revised.';

CALL "gate_new_tables"();

ALTER TABLE "webhook_targets" ADD COLUMN IF NOT EXISTS "changes" TEXT[];

COMMENT ON COLUMN "webhook_targets"."changes" IS 'Properties whose changes the target wants; null for all.';

ALTER TABLE "webhook_deliveries" ADD COLUMN IF NOT EXISTS "streamer_ids" BIGINT[];

COMMENT ON COLUMN "webhook_deliveries"."streamer_ids" IS 'Streamers of a report, by watchtime.';
COMMENT ON COLUMN "webhook_deliveries"."subject" IS 'ID of the stream, platform or month of the event, or range and time zone of the report.';
COMMENT ON COLUMN "webhook_deliveries"."occurred_at" IS 'The start, the end or the first change of the stream, the last observation of the platform, the end of the month or of the range, or the time of the revision.';
