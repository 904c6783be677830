import type { Client } from 'pg';
import { withOwner } from './owner-client.js';

/**
 * Runs an action with a connection of the owner, and cancels its statement in PostgreSQL when the signal is aborted:
 * left alone, PostgreSQL would work on for nobody, and hold its locks.
 */
export function withCancellableOwner<Result>(
  databaseUrl: string,
  signal: AbortSignal,
  action: (client: Client) => Promise<Result>,
): Promise<Result> {
  return withOwner(databaseUrl, async (client) => {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const cancel = () => {
      withOwner(databaseUrl, (other) => other.query('SELECT pg_cancel_backend($1)', [rows[0]?.pid])).catch(() => {});
    };
    signal.throwIfAborted();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      return await action(client);
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  });
}
