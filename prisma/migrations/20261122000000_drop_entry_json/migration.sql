-- The service makes the JSON of an entry from its figures again. A version that reads this column fails on the leaderboard from
-- here on, so stop it before migrating.

ALTER TABLE "leaderboard_entries" DROP COLUMN "entry_json";
