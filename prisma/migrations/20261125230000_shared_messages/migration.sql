-- Messages that a shared chat session mirrors into a chat are counted apart from the messages of the chat itself.
-- The new column is null in all stored rows, so the check needs no scan of the table.
ALTER TABLE "message_stats" ADD COLUMN "shared_messages" BIGINT;
ALTER TABLE "message_stats" ADD CONSTRAINT "message_stats_shared_messages_check"
    CHECK ("shared_messages" BETWEEN 0 AND 9007199254740991) NOT VALID;
COMMENT ON COLUMN "message_stats"."shared_messages" IS 'Messages of other channels that a shared chat session mirrored. Null: not counted.';
