import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { Config } from '../config/config.js';
import { FaultLog } from '../logging/fault-log.js';

/** File descriptors for the database, Redis, metrics and files. */
const reserved = 100;
const most = 10_000;

/** Closes new connections at once when there are `MAX_CONNECTIONS`, and says so in the log. */
export function limitConnections(server: Server, config: Config, faults: FaultLog): void {
  const maxConnections = config.maxConnections ?? connectionsWithin(readLimit());
  server.maxConnections = maxConnections;
  server.on('drop', () => {
    const fields = { maxConnections };
    faults.warn(fields, 'Closed a new connection: there are as many as MAX_CONNECTIONS lets in');
  });
}

/** How many connections may be open where a process may have so many files open. */
export function connectionsWithin(files: number): number {
  return Math.min(most, Math.max(files - reserved, Math.floor(files / 2)));
}

/** How many files this process may have open. Infinity where the system does not say so, as outside of Linux. */
function readLimit(): number {
  try {
    const [, limit] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return limit === undefined ? Infinity : Number(limit);
  } catch {
    return Infinity;
  }
}
