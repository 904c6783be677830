import type pg from 'pg';
import { cancellable } from './cancellable.js';
import { DatabaseClient } from './database-client.js';
import { sessionName } from './session-name.js';
import { ownerSettings } from './session-settings.js';
import { untilInterrupted } from '../lifecycle/until-stopped.js';

/**
 * Runs an action with a connection of the owner, who may write.
 *
 * Commands use pg and not Prisma: they need one session for COPY, temporary tables, advisory locks, and statements that
 * span a whole table.
 */
export async function withOwner<Result>(
  databaseUrl: string,
  action: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new DatabaseClient({
    connectionString: databaseUrl,
    application_name: sessionName(),
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

/** Like {@link withOwner}, but cancels the statements of the session in PostgreSQL when the signal is aborted. */
export async function withCancellableOwner<Result>(
  databaseUrl: string,
  signal: AbortSignal | undefined,
  action: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  return withOwner(databaseUrl, async (client) => {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    return cancellable(databaseUrl, rows[0]?.pid as number, signal, () => action(client));
  });
}

/** Runs the action of a command with {@link withCancellableOwner}, and prints `words` if SIGINT or SIGTERM ends it. */
export async function runAsOwner(
  databaseUrl: string,
  words: string,
  action: (client: pg.Client) => Promise<void>,
): Promise<void> {
  await untilInterrupted(words, (signal) => withCancellableOwner(databaseUrl, signal, action));
}
