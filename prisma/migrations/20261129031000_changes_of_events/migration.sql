-- Readers of calendars replace an entry only if the calendar has a later time of change.

ALTER TABLE "events" ADD COLUMN "changed_at" TIMESTAMPTZ(3);

COMMENT ON COLUMN "events"."changed_at" IS 'When an import, an undo or forget last changed the event, its markers or its streams. No two changes are in the same second.';
