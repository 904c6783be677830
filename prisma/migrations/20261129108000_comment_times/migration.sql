-- Servers of 1.2.0 read these columns, whose names do not say what they contain.

COMMENT ON COLUMN "totals"."created_at" IS 'Start of the hour (UTC).';
COMMENT ON COLUMN "total_days"."created_at" IS 'Start of the day (UTC), as in totals.';
COMMENT ON COLUMN "viewer_samples"."created_at" IS 'Time of the sample.';
COMMENT ON COLUMN "follower_points"."created_at" IS 'Time of the observation.';
COMMENT ON COLUMN "stream_changes"."created_at" IS 'Time from which the values hold.';
