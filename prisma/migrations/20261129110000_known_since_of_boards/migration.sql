-- Pages and the API show from which time on a board is known.

ALTER TABLE "boards" ADD COLUMN "known_since" JSONB NOT NULL DEFAULT '{}';

COMMENT ON COLUMN "boards"."known_since" IS 'Time from which half of the streamers are known, of each platform and of all.';
