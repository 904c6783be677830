import { errorMessage } from '../logging/error-message.js';
import { CollectorContext } from './collector-context.js';
import { Lease } from './lease.js';

const everyMs = 600_000;

/** Time for which `npm run imports` lists the imports of a collector. */
const recordsKeptMs = 86_400_000;

export class Housekeeping {
  /** `prune` removes data from before a moment, and returns the numbers to log. */
  constructor(
    private readonly context: CollectorContext,
    private readonly lease: Lease,
    private readonly prune: (before: Date) => Promise<object>,
  ) {}

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.context.clock.sleep(everyMs, signal);
      if (!signal.aborted && this.lease.isHeld) await this.clean();
    }
  }

  async clean(): Promise<void> {
    const { store, clock, state, logger } = this.context;
    const { keepMs } = this.context.config;
    const now = clock.now().getTime();
    try {
      await store.forgetRecords(new Date(now - recordsKeptMs));
      if (keepMs !== undefined)
        logger.info(await this.prune(new Date(now - keepMs)), 'Removed old data (COLLECT_KEEP)');
    } catch (error) {
      state.fail('database');
      logger.warn({ reason: errorMessage(error) }, 'Failed to remove old data: trying again in ten minutes');
    }
  }
}
