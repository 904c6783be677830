-- statements: Months are compared as text, so each must have the form 2026-10. A later migration validates these checks.

ALTER TABLE "boards"
    DROP CONSTRAINT IF EXISTS "boards_month_check",
    ADD CONSTRAINT "boards_month_check" CHECK ("month" IS NULL OR "month" ~ '^[0-9]{4}-(0[1-9]|1[0-2])$') NOT VALID;

ALTER TABLE "due_months"
    DROP CONSTRAINT IF EXISTS "due_months_month_check",
    ADD CONSTRAINT "due_months_month_check" CHECK ("month" ~ '^[0-9]{4}-(0[1-9]|1[0-2])$') NOT VALID;

ALTER TABLE "pruned_months"
    DROP CONSTRAINT IF EXISTS "pruned_months_month_check",
    ADD CONSTRAINT "pruned_months_month_check" CHECK ("month" ~ '^[0-9]{4}-(0[1-9]|1[0-2])$') NOT VALID;
