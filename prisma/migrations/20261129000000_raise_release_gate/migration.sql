-- Commands of 1.2.0 would not write what this release adds, so the triggers on the tables reject them.

-- Waits for running transactions that write. Reads continue.
DO $$
DECLARE
    "gated" REGCLASS;
BEGIN
    FOR "gated" IN
        SELECT t.tgrelid FROM pg_catalog.pg_trigger t
        WHERE t.tgname = 'require_release' AND t.tgparentid = 0
        ORDER BY t.tgrelid
    LOOP
        EXECUTE format('LOCK TABLE %s IN SHARE MODE', "gated");
    END LOOP;
END $$;

CREATE OR REPLACE FUNCTION "require_release"() RETURNS TRIGGER LANGUAGE plpgsql
AS $$ BEGIN
    IF string_to_array(substring(current_setting('analytics.release', TRUE) FROM '^[0-9]{1,9}(?:\.[0-9]{1,9})*$'), '.')::int[] >= ARRAY[1, 3] THEN
        RETURN NULL;
    END IF;
    RAISE EXCEPTION 'A newer version has changed the tables; use the commands of that version.';
END $$;
