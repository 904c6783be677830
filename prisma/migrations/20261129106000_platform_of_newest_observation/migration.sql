-- The column is the number of a platform, and servers do not read it.

ALTER TABLE "newest_observation" ALTER COLUMN "id" DROP DEFAULT;
ALTER TABLE "newest_observation" RENAME COLUMN "id" TO "platform";

COMMENT ON TABLE "newest_observation" IS 'The newest observation of live streams of each platform.';
