-- A migration that creates tables calls this procedure. Commands of earlier releases would not write what a release adds.
CREATE PROCEDURE "gate_new_tables"() LANGUAGE plpgsql
AS $$
DECLARE
    "new_table" REGCLASS;
BEGIN
    FOR "new_table" IN
        SELECT c.oid FROM pg_catalog.pg_class c
        WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
            AND c.relname <> '_prisma_migrations'
            AND NOT EXISTS (SELECT FROM pg_catalog.pg_trigger t WHERE t.tgrelid = c.oid AND t.tgname = 'require_release')
        ORDER BY c.oid
    LOOP
        EXECUTE format(
            'CREATE TRIGGER "require_release" BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON %s
            FOR EACH STATEMENT EXECUTE FUNCTION "require_release"()', "new_table"
        );
    END LOOP;
END $$;

-- The server does not call it.
REVOKE EXECUTE ON PROCEDURE "gate_new_tables"() FROM PUBLIC;
