-- Stores the chat of a stream over time.

CREATE TABLE "chat_intervals" (
    "stream_id" BIGINT NOT NULL,
    "messages" INTEGER[],
    "chatters" INTEGER[],
    "deleted_messages" INTEGER[],
    "shared_messages" INTEGER[],

    CONSTRAINT "chat_intervals_pkey" PRIMARY KEY ("stream_id")
);

COMMENT ON TABLE "chat_intervals" IS 'Chat of a stream. Each array has an element for each five minutes from the start; null for an interval in which the chat was not read.';

CREATE TRIGGER "require_release" BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON "chat_intervals"
    FOR EACH STATEMENT EXECUTE FUNCTION "require_release"();

DO $$
BEGIN
    IF EXISTS (SELECT FROM pg_catalog.pg_roles r WHERE r.rolname = 'analytics_reader') THEN
        GRANT SELECT ON "chat_intervals", "chat_gaps" TO analytics_reader;
    END IF;
END
$$;
