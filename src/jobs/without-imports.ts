import type { Client } from 'pg';
import { inTransaction } from '../database/in-transaction.js';
import { withOwner } from '../database/owner-client.js';
import { lockImports } from '../ingest/import-lock.js';

export type Log = (line: string) => void;

/** Runs an action in a transaction that keeps imports out. Logs a line if it waits for a running import. */
export function withoutImports<T>(client: Client, log: Log, action: () => Promise<T>): Promise<T> {
  return inTransaction(client, async () => {
    await lockImports(client, log);
    return action();
  });
}

/**
 * Runs an action of many transactions while imports wait. Their lock lasts for one transaction, so a second connection
 * holds it.
 */
export function whileImportsWait<Result>(
  databaseUrl: string,
  action: (client: Client) => Promise<Result>,
  { signal, log = () => {} }: { signal?: AbortSignal; log?: Log } = {},
): Promise<Result> {
  const run = () => withOwner(databaseUrl, action, signal);
  return withOwner(databaseUrl, (keeper) => withoutImports(keeper, log, run), signal);
}
