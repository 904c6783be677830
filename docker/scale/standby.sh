#!/bin/sh
# Runs a standby: copies the primary if the volume is new, and follows it. On the primary a slot keeps what the standby has not
# read yet; one that was away for too long lost its own, and gets a new one with its copy. One that was promoted stays what it is. PRIMARY is the host of the primary. PGPASSWORD is that of the user replicator, whom
# PostgreSQL too connects as.
set -eu
PRIMARY="${PRIMARY:-primary}"
if [ "$(id -u)" = 0 ]; then
  mkdir -p "$(dirname "$PGDATA")" /var/run/postgresql
  chown postgres:postgres "$(dirname "$PGDATA")" /var/run/postgresql
  exec setpriv --reuid=postgres --regid=postgres --init-groups "$0" "$@"
fi
if [ ! -d "$PGDATA" ]; then
  psql --host "$PRIMARY" --username replicator --dbname postgres --command "
    SELECT pg_drop_replication_slot(s.slot_name) FROM pg_replication_slots s
    WHERE s.slot_name = '$SLOT' AND s.wal_status = 'lost'" --command "
    SELECT pg_create_physical_replication_slot('$SLOT')
    WHERE NOT EXISTS (SELECT FROM pg_replication_slots s WHERE s.slot_name = '$SLOT')" >/dev/null
  # A copy that was cut off is not taken for a whole one.
  rm -rf "$PGDATA.copy"
  pg_basebackup --host "$PRIMARY" --username replicator --pgdata "$PGDATA.copy" --slot "$SLOT" --checkpoint fast
  touch "$PGDATA.copy/standby.signal"
  mv "$PGDATA.copy" "$PGDATA"
fi
exec postgres -D "$PGDATA" -c listen_addresses='*' -c primary_slot_name="$SLOT" \
  -c primary_conninfo="host=$PRIMARY user=replicator application_name=$SLOT" "$@"
