#!/bin/sh
# Runs a standby: copies the primary if the volume is new, and follows the primary. A slot on the primary keeps WAL that the standby
# has not received. A standby that was away too long has lost its slot, and gets a new slot with its next copy. A promoted standby
# stays a primary. PRIMARY is the host of the primary. PGPASSWORD is the password of the user replicator, which PostgreSQL also uses.
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
  # Copies into a separate folder, so that an interrupted copy is not used.
  rm -rf "$PGDATA.copy"
  pg_basebackup --host "$PRIMARY" --username replicator --pgdata "$PGDATA.copy" --slot "$SLOT" --checkpoint fast
  touch "$PGDATA.copy/standby.signal"
  mv "$PGDATA.copy" "$PGDATA"
fi
exec postgres -D "$PGDATA" -c listen_addresses='*' -c primary_slot_name="$SLOT" \
  -c primary_conninfo="host=$PRIMARY user=replicator application_name=$SLOT" "$@"
