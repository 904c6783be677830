-- Keeps the channel of each login that targets of webhooks name, because another channel can take the login.

CREATE TABLE "webhook_names" (
    "name" TEXT NOT NULL,
    "streamer_id" BIGINT NOT NULL,

    CONSTRAINT "webhook_names_pkey" PRIMARY KEY ("name")
);

COMMENT ON TABLE "webhook_names" IS 'Logins and channel IDs in webhook_targets, with the channels that they named when they were first found.';
COMMENT ON COLUMN "webhook_names"."streamer_id" IS 'The streamer may have been pruned.';

-- Channels that are renamed during the upgrade keep their names. Digits can be an ID, which each sweep looks for.
INSERT INTO "webhook_names" ("name", "streamer_id")
SELECT DISTINCT s."login", s."id"
FROM "webhook_targets" t
CROSS JOIN unnest(t."channels") c("name")
JOIN "streamers" s ON s."login" = c."name"
WHERE c."name" !~ '^(kick:)?[0-9]+$';

CALL "gate_new_tables"();
