import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { codeOf } from './error-code.js';

/** How long to wait for locks. */
export interface Patience {
  /** In one attempt: so long, at the most, others wait behind a session that waits. */
  attemptMs: number;
  /** In all attempts of an action. */
  limitMs: number;
}

/** Runs an action again while it fails for want of a lock. */
export type Retry = <Result>(action: () => Promise<Result>) => Promise<Result>;

/** Other sessions kept something locked for too long. */
export class PruneBlockedError extends Error {}

const lockNotAvailable = '55P03';
const pauseMs = 100;

/** Gives the session a lock timeout, and answers how to live with it. In the end a PruneBlockedError is thrown. */
export async function retryLocked(
  client: Client,
  { attemptMs, limitMs }: Patience,
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
        if (performance.now() > deadline) throw blocked(error);
      }
      if (attempt === 1) log('Waiting for transactions that use viewer_samples.');
      await sleep(pauseMs);
    }
  };
}

function blocked(cause: unknown): PruneBlockedError {
  const message =
    'Transactions that use viewer_samples do not end. Run prune again once they have: it goes on from here.';
  return new PruneBlockedError(message, { cause });
}
