#!/bin/sh
# What the image runs: a program such as node or sh as it is, and any other word as a command of the operator, in the folder
# that is mounted for files.
case ${1:-} in
  node | sh | /*) exec "$@" ;;
esac
cd /import
exec node /app/dist/commands/main.js "$@"
