import type { Client } from 'pg';
import { recordDeletion } from '../import/data-summary.js';
import { inTransaction } from '../in-transaction.js';

/** Runs an action that removes viewer samples and answers how many, and subtracts them from the count in the same transaction. */
export function countOff(client: Client, action: () => Promise<number>): Promise<number> {
  return inTransaction(client, async () => {
    const removed = await action();
    await recordDeletion(client, 'viewer_samples', removed);
    return removed;
  });
}
