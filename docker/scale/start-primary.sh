#!/bin/sh
# Runs once as the superuser when the volume of the primary is new: creates the user for standbys, and a read-only user for the API.
set -eu
psql --username "$POSTGRES_USER" --dbname postgres --set ON_ERROR_STOP=1 \
  --set replication="$REPLICATION_PASSWORD" --set reader="$READER_PASSWORD" <<'SQL'
CREATE ROLE replicator LOGIN REPLICATION PASSWORD :'replication';
CREATE ROLE analytics_reader NOLOGIN;
GRANT analytics_reader TO analytics WITH ADMIN OPTION;
CREATE ROLE analytics_api LOGIN PASSWORD :'reader' IN ROLE analytics_reader;
-- From the next start on, each acknowledged write is on at least one standby.
ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (replica1, replica2)';
SQL
# By default, pg_hba.conf of the image allows no replication from other hosts.
printf '%s\n' 'host replication replicator all scram-sha-256' >>"$PGDATA/pg_hba.conf"
