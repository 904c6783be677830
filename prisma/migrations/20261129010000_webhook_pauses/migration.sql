-- statements: A target pauses longer each time until it accepts a message, and a message fails 76 hours after it was first due.

ALTER TABLE "webhook_targets"
    ADD COLUMN IF NOT EXISTS "accepted_at" TIMESTAMPTZ(3),
    ADD COLUMN IF NOT EXISTS "pauses_in_row" INTEGER NOT NULL DEFAULT 0;

COMMENT ON COLUMN "webhook_targets"."is_off" IS 'Whether the target is gone, until its entry changes or a retry.';
COMMENT ON COLUMN "webhook_targets"."accepted_at" IS 'Time at which the target last accepted a message.';
COMMENT ON COLUMN "webhook_targets"."pauses_in_row" IS 'Number of pauses since the target last accepted a message.';

ALTER TABLE "webhook_deliveries" ADD COLUMN IF NOT EXISTS "first_due_at" TIMESTAMPTZ(3);

UPDATE "webhook_deliveries" d SET "first_due_at" = d."created_at"
WHERE d."finished_at" IS NULL AND d."attempts" > 0 AND d."first_due_at" IS NULL;

COMMENT ON COLUMN "webhook_deliveries"."first_due_at" IS 'Time at which the message was first due, or was retried. Null before the first attempt: due_at then.';
COMMENT ON COLUMN "webhook_deliveries"."attempts" IS 'Attempts that count: all except those after which the target asked for a pause.';
