#!/bin/sh
# The entry point of the image. Runs node, sh or a path as a program. Runs any other word as a command of the service, in the
# folder that is mounted for files.
case ${1:-} in
  node | sh | /*) exec "$@" ;;
esac
cd /import
# A collector is a long-running process like the server, and uses the same flags.
if [ "${1:-}" = collect ]; then
  exec node --max-semi-space-size=8 --heap-growing-percent=20 --no-allocation-site-pretenuring /app/dist/commands/main.js "$@"
fi
exec node /app/dist/commands/main.js "$@"
