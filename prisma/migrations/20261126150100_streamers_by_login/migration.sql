-- concurrently: Streamers are found by the start of their login.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "streamers_login_start_idx" ON "streamers"("login" text_pattern_ops);
