-- Commands of 1.0.0 fail without this function too, because they do not set analytics.release.
DROP FUNCTION IF EXISTS "pg_try_advisory_xact_lock"(TEXT);
