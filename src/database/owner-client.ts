import type pg from 'pg';
import { cancellable } from './cancellable.js';
import { DatabaseClient } from './database-client.js';
import { sessionName } from './session-name.js';
import { ownerSettings } from './session-settings.js';
import { untilInterrupted } from '../lifecycle/until-stopped.js';

/**
 * Runs an action with a connection of the owner, who may write. When the signal is aborted, the statements of the
 * connection are canceled.
 *
 * Commands use pg and not Prisma: they need one session for COPY, temporary tables, advisory locks, and statements that
 * span a whole table.
 */
export async function withOwner<Result>(
  databaseUrl: string,
  action: (client: pg.Client) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const client = await connectOwner({ connectionString: databaseUrl });
  try {
    if (!signal) return await action(client);
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    return await cancellable(databaseUrl, rows[0]?.pid as number, signal, () => action(client));
  } finally {
    await client.end();
  }
}

/** Opens a connection of the owner. If it breaks between two statements, the next statement fails. */
export async function connectOwner(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new DatabaseClient({ ...config, application_name: sessionName(), keepAlive: true });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(ownerSettings);
    return client;
  } catch (error) {
    await client.end();
    throw error;
  }
}

/** Runs the action of a command as the owner, and prints `words` if SIGINT or SIGTERM ends it. */
export async function runAsOwner(
  databaseUrl: string,
  words: string,
  action: (client: pg.Client) => Promise<void>,
): Promise<void> {
  await untilInterrupted(words, (signal) => withOwner(databaseUrl, action, signal));
}
