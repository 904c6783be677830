-- A sweep says itself which streams it knew. When the newest complete one was decides nothing any more.

ALTER TABLE "collector_sweeps" DROP COLUMN "complete_at";
