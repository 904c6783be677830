import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { urlSettingsSql } from '../config/command-settings.js';
import { DatabaseClient } from './database-client.js';
import { ownerSettings } from './session-settings.js';
import { CommandRun } from '../lifecycle/command-run.js';
import { untilInterrupted } from '../lifecycle/until-stopped.js';

/** A cancellation that arrives between two statements has no effect, so it is repeated. */
const cancelAgainMs = 100;

/**
 * Runs an action with a connection of the owner, who may write. When the signal is aborted, the statements of the
 * connection are canceled until the action ends. Otherwise PostgreSQL would finish them and keep their locks until then.
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
  const ended = new AbortController();
  try {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    signal?.throwIfAborted();
    const cancel = () => void cancelStatements(databaseUrl, rows[0]?.pid, ended.signal);
    signal?.addEventListener('abort', cancel, { signal: ended.signal });
    return await action(client);
  } finally {
    ended.abort();
    await client.end();
  }
}

async function cancelStatements(connectionString: string, pid: number | undefined, ended: AbortSignal): Promise<void> {
  const settings = { connectionString, connectionTimeoutMillis: 5_000, max: 1 };
  const pool = new pg.Pool({ Client: DatabaseClient, ...settings });
  pool.on('error', () => {});
  for (; !ended.aborted; await sleep(cancelAgainMs)) {
    await pool.query('SELECT pg_cancel_backend($1)', [pid]).catch(() => {});
  }
  await pool.end();
}

/** A server that does not respond for longer is probably not PostgreSQL. */
const connectMs = 15_000;

/** Opens a connection of the owner. If it breaks between two statements, the next statement fails. */
export async function connectOwner(config: pg.ClientConfig & { connectionString: string }): Promise<pg.Client> {
  const client = new DatabaseClient({
    connectionTimeoutMillis: connectMs,
    // The URL of a command has the name of the command.
    application_name: 'streaming-analytics cli',
    ...config,
    keepAlive: true,
  });
  await client.connect();
  try {
    await client.query([...urlSettingsSql(config.connectionString), ownerSettings].join(';'));
    return client;
  } catch (error) {
    await client.end();
    throw error;
  }
}

/** Takes an advisory lock, which the session keeps until it ends. Returns false if another session has the lock. */
export async function tryLock(client: pg.Client, key: number): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [key]);
  return rows[0]?.locked === true;
}

/** Runs the action of a command as the owner, and prints `words` if the signal of the run ends it. */
export async function runAsOwner(
  run: CommandRun,
  words: string,
  action: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const { databaseUrl } = run;
  await untilInterrupted(run, words, (signal) => withOwner(databaseUrl, action, signal));
}
