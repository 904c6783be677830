-- The server looks here whether the database has the newest migration that it knows.
DO $$
BEGIN
    IF EXISTS (SELECT FROM pg_catalog.pg_roles r WHERE r.rolname = 'analytics_reader') THEN
        GRANT SELECT (migration_name, finished_at, rolled_back_at) ON "_prisma_migrations" TO analytics_reader;
    END IF;
END
$$;

-- Before PostgreSQL 16 a read-only session can write large objects, which everybody may. Only a superuser can take these
-- functions from everybody; docs/security.md says what to run where the owner is none.
DO $$
DECLARE
    writing regprocedure;
BEGIN
    IF NOT (SELECT r.rolsuper FROM pg_catalog.pg_roles r WHERE r.rolname = current_user) THEN RETURN; END IF;
    FOR writing IN
        SELECT p.oid FROM pg_catalog.pg_proc p
        WHERE p.pronamespace = 'pg_catalog'::regnamespace AND p.proname IN
            ('lo_creat', 'lo_create', 'lo_from_bytea', 'lo_put', 'lowrite', 'lo_truncate', 'lo_truncate64', 'lo_unlink')
    LOOP
        EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', writing);
    END LOOP;
END
$$;
