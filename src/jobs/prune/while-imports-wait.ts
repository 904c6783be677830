import type { Client } from 'pg';
import { inTransaction } from '../../database/in-transaction.js';
import { withOwner } from '../../database/owner-client.js';
import { lockImports } from '../../ingest/import-lock.js';

/**
 * Runs an action of many transactions while imports wait. Their lock lasts for one transaction, so a second connection
 * holds it.
 */
export function whileImportsWait<Result>(
  databaseUrl: string,
  action: (client: Client) => Promise<Result>,
  { signal, log = () => {} }: { signal?: AbortSignal; log?: (line: string) => void } = {},
): Promise<Result> {
  const lockAndRun = async (keeper: Client) => {
    await lockImports(keeper, log);
    return withOwner(databaseUrl, action, signal);
  };
  return withOwner(databaseUrl, (keeper) => inTransaction(keeper, () => lockAndRun(keeper)), signal);
}
