import { repeat } from '../lifecycle/repeat.js';
import { errorMessage } from '../logging/error-message.js';
import { CollectorContext } from './collector-context.js';

const everyMs = 600_000;

/** Time for which `npm run imports` lists the imports of a collector. */
const recordsKeptMs = 86_400_000;

/** Removes outdated data every ten minutes while this collector has the lease. */
export async function runHousekeeping(context: CollectorContext, signal: AbortSignal): Promise<void> {
  const { clock, state } = context;
  const removeIfHolder = async () => {
    if (state.isHolder) await removeOldData(context);
  };
  await repeat(removeIfHolder, { everyMs, signal, clock });
}

/** Returns whether the data was removed. */
export async function removeOldData({ store, clock, state, logger, config }: CollectorContext): Promise<boolean> {
  const { keepMs } = config;
  const now = clock.now().getTime();
  try {
    await store.deleteRecords(new Date(now - recordsKeptMs));
    if (keepMs !== undefined) logger.info(await store.prune(new Date(now - keepMs)), 'Removed old data (COLLECT_KEEP)');
    return true;
  } catch (error) {
    state.fail('database');
    logger.warn({ reason: errorMessage(error) }, 'Failed to remove old data');
    return false;
  }
}
