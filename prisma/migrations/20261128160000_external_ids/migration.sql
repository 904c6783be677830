-- Channels and streams of other platforms than Twitch get the IDs of their platform, and each platform its newest observation.

ALTER TABLE "streamers" ADD COLUMN "external_id" TEXT;
ALTER TABLE "streams" ADD COLUMN "external_id" TEXT;

COMMENT ON COLUMN "streamers"."external_id" IS 'The ID of the platform; null on Twitch, whose IDs are the keys.';
COMMENT ON COLUMN "streams"."external_id" IS 'The ID of the platform; null on Twitch, whose IDs are the keys.';

ALTER TABLE "newest_observation" DROP CONSTRAINT "newest_observation_one_row_check";
COMMENT ON COLUMN "newest_observation"."id" IS 'The number of the platform: 1 for Twitch, 2 for Kick.';

-- Searches ignore the prefix of a login, as in kick:name.
CREATE OR REPLACE FUNCTION "name_parts"("login" TEXT, "display_name" TEXT) RETURNS TSVECTOR LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (
    SELECT array_to_tsvector(array_agg(p.part))
    FROM (
        SELECT u.key
        FROM (SELECT "name_key"(substr("login", strpos("login", ':') + 1)) AS key UNION SELECT "name_key"("display_name")) u
        OFFSET 0
    ) k
    CROSS JOIN LATERAL (
        SELECT '^' || k.key AS part UNION ALL SELECT substr(k.key, c.n, 3) FROM generate_series(1, length(k.key)) c(n)
    ) p
    WHERE k.key <> ''
);
