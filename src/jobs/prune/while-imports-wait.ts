import type { Client } from 'pg';
import { withOwner } from '../../database/owner-client.js';
import { withoutImports } from '../without-imports.js';

/**
 * Runs an action of many transactions while imports wait. Their lock lasts for one transaction, so a second connection
 * holds it.
 */
export function whileImportsWait<Result>(
  databaseUrl: string,
  action: (client: Client) => Promise<Result>,
  { signal, log = () => {} }: { signal?: AbortSignal; log?: (line: string) => void } = {},
): Promise<Result> {
  const run = () => withOwner(databaseUrl, action, signal);
  return withOwner(databaseUrl, (keeper) => withoutImports(keeper, log, run), signal);
}
