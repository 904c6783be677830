import { randomUUID } from 'node:crypto';
import { errorMessage } from '../logging/error-message.js';
import { CollectorContext } from './collector-context.js';

/** Duration of a lease, and the interval at which its holder renews it and others try to take it. */
const leaseMs = 10_000;
const tryEveryMs = 2_500;

/**
 * Of several collectors of a platform on one database, the holder of the lease sweeps. If the holder dies, another collector has
 * the lease within {@link leaseMs} plus {@link tryEveryMs}. While the database is unavailable, the holder continues.
 */
export class Lease {
  isHeld = false;
  private readonly holder = randomUUID();
  private isReported = false;

  constructor(private readonly context: CollectorContext) {}

  /** Keeps trying until the signal is aborted, and then returns the lease. */
  async keep(signal: AbortSignal, onChange: (isHeld: boolean) => void): Promise<void> {
    while (!signal.aborted) {
      const before = this.isHeld;
      await this.renew();
      if (this.isHeld !== before) onChange(this.isHeld);
      await this.context.clock.sleep(tryEveryMs, signal);
    }
    await this.release();
  }

  /** Returns whether this collector holds the lease now. Fails while the database is unavailable. */
  async ask(): Promise<boolean> {
    this.isHeld = await this.context.store.takeLease(this.holder, leaseMs);
    return this.isHeld;
  }

  async release(): Promise<void> {
    if (this.isHeld) await this.context.store.releaseLease(this.holder).catch(() => {});
    this.isHeld = false;
  }

  private async renew(): Promise<void> {
    try {
      await this.ask();
      this.isReported = false;
    } catch (error) {
      const reason = errorMessage(error);
      if (!this.isReported) this.context.logger.warn({ reason }, 'Failed to request the lease');
      this.isReported = true;
    }
  }
}
