import type { Client } from 'pg';
import { inTransaction } from '../../database/in-transaction.js';
import { withOwner } from '../../database/owner-client.js';
import { lockImports } from '../../ingest/import-lock.js';
import { pruneSamples, PruneStep } from './prune-samples.js';

export interface PruneOptions {
  signal: AbortSignal;
  log: (line: string) => void;
  onStep: (step: PruneStep) => void;
}

/** Runs {@link pruneSamples} while imports wait. Returns the number of removed samples, and the sizes of the database. */
export function pruneDatabase(databaseUrl: string, cutoff: Date, { onStep, ...options }: PruneOptions) {
  const prune = async (client: Client) => {
    const before = await sizeOfDatabase(client);
    const removed = await pruneSamples(client, cutoff, onStep);
    return { removed, sizes: { before, after: await sizeOfDatabase(client) } };
  };
  return whileImportsWait(databaseUrl, prune, options);
}

async function sizeOfDatabase(client: Client): Promise<string> {
  const { rows } = await client.query<{ size: string }>(
    'SELECT pg_size_pretty(pg_database_size(current_database())) AS size',
  );
  return rows[0]?.size ?? '';
}

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
