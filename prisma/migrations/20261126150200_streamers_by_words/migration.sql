-- concurrently: Streamers are found by the starts of the words of their display name.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "streamers_words_idx" ON "streamers" USING gin ("name_index"("display_name"));
