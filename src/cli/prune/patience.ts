import type { Client } from 'pg';

/** How long to wait for locks. */
export interface Patience {
  /** Of one attempt: as long, a session that wants a table to itself may keep new readers of that table waiting. */
  attemptMs: number;
  /** Of all attempts. */
  limitMs: number;
}

/** Other sessions kept something locked for too long. */
export class PruneBlockedError extends Error {}

const lockNotAvailable = '55P03';
const pauseMs = 100;

/** Repeats an action while it fails for want of a lock; throws a PruneBlockedError in the end. */
export async function retryLocked<Result>(
  client: Client,
  { attemptMs, limitMs }: Patience,
  log: (line: string) => void,
  action: () => Promise<Result>,
): Promise<Result> {
  await client.query(`SET lock_timeout = ${attemptMs}`);
  let isWaiting = false;
  for (const deadline = performance.now() + limitMs; ;) {
    try {
      return await action();
    } catch (error) {
      if (codeOf(error) !== lockNotAvailable) throw error;
      if (performance.now() > deadline) {
        throw new PruneBlockedError(
          'Transactions that use viewer_samples do not end. Run prune again once they have: it goes on from here.',
          { cause: error },
        );
      }
    }
    if (!isWaiting) log('Waiting for transactions that use viewer_samples.');
    isWaiting = true;
    await client.query('SELECT pg_sleep($1)', [pauseMs / 1000]);
  }
}

/** PostgreSQL's code of an error. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
