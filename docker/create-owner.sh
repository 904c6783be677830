#!/bin/sh
# Runs as the superuser, and can run again: creates the owner of the tables, which is not a superuser, and its database.
set -eu
# The superuser may have got another password since the first start.
PGPASSWORD=$ANALYTICS_PASSWORD psql --username analytics --dbname analytics --command '' 2>/dev/null && exit
psql --username "$POSTGRES_USER" --dbname postgres --set ON_ERROR_STOP=1 --set password="$ANALYTICS_PASSWORD" <<'SQL'
SELECT format('CREATE ROLE analytics LOGIN CREATEROLE PASSWORD %L', :'password') WHERE to_regrole('analytics') IS NULL \gexec
SELECT 'CREATE DATABASE analytics OWNER analytics' WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = 'analytics') \gexec
SQL
