import type { Client } from 'pg';
import { pruneSamples, PruneStep } from './prune-samples.js';
import { whileImportsWait } from './while-imports-wait.js';

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
