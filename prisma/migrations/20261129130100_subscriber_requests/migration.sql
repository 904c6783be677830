-- The collector requests the channels first whose subscribers it requested the longest time ago.

ALTER TABLE "watched_channels" ADD COLUMN "subscribers_at" TIMESTAMPTZ(3);

COMMENT ON COLUMN "watched_channels"."subscribers_at" IS 'Last request for the subscribers of the channel.';
