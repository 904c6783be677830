SELECT count(*)::int AS count FROM live_streams l WHERE l.observed_at IS NOT NULL;
