#!/bin/sh
# What the image runs: a program such as node or sh as it is, and any other word as a command of the operator, in the folder
# that is mounted for files.
case ${1:-} in
  node | sh | /*) exec "$@" ;;
esac
cd /import
# A collector runs as long as the server, and has its flags.
if [ "${1:-}" = collect ]; then
  exec node --max-semi-space-size=8 --heap-growing-percent=20 --no-allocation-site-pretenuring /app/dist/commands/main.js "$@"
fi
exec node /app/dist/commands/main.js "$@"
