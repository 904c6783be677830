import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';

/** How long to wait for locks. */
export interface LockWait {
  /** In one attempt: other sessions wait at most that long behind a session that waits. */
  attemptMs: number;
  /** In all attempts of an action. */
  limitMs: number;
}

/** Runs an action again while it fails for want of a lock. */
export type Retry = <Result>(action: () => Promise<Result>) => Promise<Result>;

/** Other sessions kept something locked for too long. */
export class PruneBlockedError extends Error {}

/** PostgreSQL's code of an error after `lock_timeout`. */
export const lockNotAvailable = '55P03';
const pauseMs = 100;

/** Gives the session a lock timeout, and answers what repeats an action until the lock is free. After `limitMs` it throws a PruneBlockedError. */
export async function retryLocked(
  client: Client,
  { attemptMs, limitMs }: LockWait,
  log: (line: string) => void,
): Promise<Retry> {
  await client.query(`SET lock_timeout = ${attemptMs}`);
  return async (action) => {
    const deadline = performance.now() + limitMs;
    for (let attempt = 1; ; attempt++) {
      try {
        return await action();
      } catch (error) {
        if (codeOf(error) !== lockNotAvailable) throw error;
        if (performance.now() > deadline) throw new PruneBlockedError(blocked, { cause: error });
      }
      if (attempt === 1) log('Waiting for transactions that use viewer_samples.');
      await sleep(pauseMs);
    }
  };
}

const blocked =
  'Transactions that use viewer_samples do not end. Run prune again when they have ended: it continues where it stopped.';

/** PostgreSQL's code of an error, undefined for any other error. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
