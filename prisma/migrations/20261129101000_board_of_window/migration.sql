-- A window and a month have one board each.

-- The newest board of a window is the one that readers show.
WITH earlier AS (
    DELETE FROM "boards" b USING "boards" n
    WHERE n."id" > b."id" AND (n."days" = b."days" OR n."month" = b."month")
    RETURNING b."id"
)
DELETE FROM "board_entries" e USING earlier b WHERE e."board_id" = b."id";

CREATE UNIQUE INDEX "boards_days_key" ON "boards"("days");
CREATE UNIQUE INDEX "boards_month_key" ON "boards"("month");

COMMENT ON COLUMN "boards"."games_id" IS 'The board_id of the games of this window. No foreign key: the board that ranked these games may be replaced already.';
