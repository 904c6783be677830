#!/bin/sh
# Runs once as the superuser when the volume is new: creates the owner of the tables, which is not a superuser.
set -eu
psql --username "$POSTGRES_USER" --dbname postgres --set ON_ERROR_STOP=1 --set password="$ANALYTICS_PASSWORD" <<'SQL'
CREATE ROLE analytics LOGIN CREATEROLE PASSWORD :'password';
CREATE DATABASE analytics OWNER analytics;
SQL
