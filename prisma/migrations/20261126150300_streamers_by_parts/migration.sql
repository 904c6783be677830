-- concurrently: Streamers are found by any part of a login or display name.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "streamers_parts_idx" ON "streamers" USING gin ("name_parts"("login", "display_name"));
