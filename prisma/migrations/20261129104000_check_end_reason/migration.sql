-- States that a live stream has no reason for its end. The earlier check relied on NULL IN (...). A later migration validates the check.

ALTER TABLE "streams"
    DROP CONSTRAINT "streams_end_reason_check",
    ADD CONSTRAINT "streams_end_reason_check" CHECK (
        ("end_reason" IS NULL) = ("ended_at" IS NULL)
        AND ("end_reason" IS NULL OR "end_reason" IN ('given', 'unobserved', 'next_stream'))
    ) NOT VALID;
