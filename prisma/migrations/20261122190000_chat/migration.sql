-- What the collector needs to count the chat of a stream while it is live; the gaps of what it counted stay.

CREATE TABLE "chat_counts" (
    "stream_id" BIGINT NOT NULL,
    "digest_key" BYTEA NOT NULL,
    "counted_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "chat_counts_pkey" PRIMARY KEY ("stream_id")
);

CREATE TABLE "chat_chatters" (
    "stream_id" BIGINT NOT NULL,
    "digest" BIGINT NOT NULL,
    "messages" BIGINT NOT NULL,

    CONSTRAINT "chat_chatters_pkey" PRIMARY KEY ("stream_id", "digest")
);

CREATE TABLE "chat_gaps" (
    "stream_id" BIGINT NOT NULL,
    "missed_from" TIMESTAMPTZ(3) NOT NULL,
    "missed_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "chat_gaps_pkey" PRIMARY KEY ("stream_id", "missed_from")
);
