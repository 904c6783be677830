import type { Logger } from 'pino';
import { WaitingClock } from '../../clock/waiting-clock.js';
import { errorMessage } from '../error-message.js';
import { CollectorState } from './collector-state.js';

export interface HousekeepingParts {
  /** Removes what is older than a moment; answers a line for the log, or nothing. */
  readonly prune: ((before: Date) => Promise<object>) | undefined;
  readonly forgetRecords: (before: Date) => Promise<void>;
  readonly keepMs: number | undefined;
  readonly isHolder: () => boolean;
  readonly clock: WaitingClock;
  readonly state: CollectorState;
  readonly logger: Logger;
}

const everyMs = 600_000;

/** How long `npm run imports` lists what a collector brought. */
const recordsKeptMs = 86_400_000;

/** Removes what the collector does not keep, every ten minutes. */
export class Housekeeping {
  constructor(private readonly parts: HousekeepingParts) {}

  async run(signal: AbortSignal): Promise<void> {
    const { clock, isHolder } = this.parts;
    while (!signal.aborted) {
      await clock.sleep(everyMs, signal);
      if (!signal.aborted && isHolder()) await this.clean();
    }
  }

  async clean(): Promise<void> {
    const { prune, forgetRecords, keepMs, clock, state, logger } = this.parts;
    const now = clock.now().getTime();
    try {
      await forgetRecords(new Date(now - recordsKeptMs));
      if (prune && keepMs !== undefined) logger.info(await prune(new Date(now - keepMs)), 'Pruned by COLLECT_KEEP');
    } catch (error) {
      state.fail('database');
      logger.warn({ reason: errorMessage(error) }, 'Removing old data failed: it is tried again in ten minutes');
    }
  }
}
