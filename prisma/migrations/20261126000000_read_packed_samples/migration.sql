-- Viewer graphs read packed samples as they are stored: unpacking them in SQL takes twenty times as long.

DO $$
BEGIN
    IF EXISTS (SELECT FROM pg_catalog.pg_roles r WHERE r.rolname = 'analytics_reader') THEN
        GRANT SELECT ON "packed_samples" TO analytics_reader;
    END IF;
END
$$;
