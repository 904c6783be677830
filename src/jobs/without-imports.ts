import type { Client } from 'pg';
import { inTransaction } from '../database/in-transaction.js';
import { lockImports } from '../ingest/import-lock.js';

/** Runs an action in a transaction that keeps imports out. Logs a line if it waits for a running import. */
export function withoutImports<T>(client: Client, log: (line: string) => void, action: () => Promise<T>): Promise<T> {
  return inTransaction(client, async () => {
    await lockImports(client, log);
    return action();
  });
}
