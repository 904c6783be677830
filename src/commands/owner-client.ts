import type pg from 'pg';
import { DatabaseClient } from '../database/database-client.js';
import { findPrimaryUrl } from '../database/primary-url.js';
import { ownerSettings } from '../database/session-settings.js';

/**
 * Runs an action with a connection of the owner, who may write: to the primary, where several servers are named.
 *
 * Commands use pg and not Prisma: they need one session for COPY, temporary tables, advisory locks, and statements that
 * span a whole table.
 */
export async function withOwner<Result>(
  databaseUrl: string,
  action: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new DatabaseClient({
    connectionString: await findPrimaryUrl(databaseUrl),
    application_name: 'streaming-analytics cli',
    keepAlive: true,
  });
  // If the connection breaks between two statements, the next statement fails.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(ownerSettings);
    return await action(client);
  } finally {
    await client.end();
  }
}

/**
 * Does the same, and cancels the statement in PostgreSQL when the signal is aborted: otherwise PostgreSQL would finish
 * the statement, and keep its locks until then.
 */
export function withCancellableOwner<Result>(
  databaseUrl: string,
  signal: AbortSignal,
  action: (client: pg.Client) => Promise<Result>,
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
