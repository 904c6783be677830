import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { Config } from '../../config/config.js';
import { FaultLog } from '../../logging/fault-log.js';

/** File descriptors for the database, Redis, metrics and files. */
const reservedFiles = 100;
const maxAllowed = 10_000;

/** Closes new connections above `MAX_CONNECTIONS` immediately and logs this. */
export function limitConnections(server: Server, config: Config, faults: FaultLog): void {
  const maxConnections = config.maxConnections ?? connectionsWithin(readLimit());
  server.maxConnections = maxConnections;
  server.on('drop', () => {
    const fields = { maxConnections };
    faults.warn(fields, 'Closed a new connection: MAX_CONNECTIONS is reached');
  });
}

/** The maximum number of connections for a process that may open this number of files. */
export function connectionsWithin(files: number): number {
  return Math.min(maxAllowed, Math.max(files - reservedFiles, Math.floor(files / 2)));
}

/** The number of files that this process may open. Infinity if unknown, as on systems other than Linux. */
function readLimit(): number {
  try {
    const [, limit] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return limit === undefined ? Infinity : Number(limit);
  } catch {
    return Infinity;
  }
}
