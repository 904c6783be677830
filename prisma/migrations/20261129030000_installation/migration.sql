-- Calendars and feeds identify their entries by a random ID of the database.

CREATE TABLE "installation" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "uuid" UUID NOT NULL DEFAULT gen_random_uuid(),

    CONSTRAINT "installation_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "installation_one_row_check" CHECK ("id" = 1)
);

COMMENT ON TABLE "installation" IS 'One row. Identifies the database and its copies in calendars and feeds.';

INSERT INTO "installation" DEFAULT VALUES;

CALL "gate_new_tables"();

DO $$
BEGIN
    IF EXISTS (SELECT FROM pg_catalog.pg_roles r WHERE r.rolname = 'analytics_reader') THEN
        GRANT SELECT ON "installation" TO analytics_reader;
    END IF;
END
$$;
