import { randomUUID } from 'node:crypto';
import { errorMessage } from '../error-message.js';
import { CollectorContext } from './collector-context.js';

/** How long a lease lasts, and how often its holder renews it and others try to get it. */
const leaseMs = 10_000;
const tryEveryMs = 2_500;

/**
 * Of several collectors of a platform on one database the one that holds the lease sweeps. If it dies, another one has the lease within
 * {@link leaseMs} and {@link tryEveryMs}. While the database is away, nobody can tell, and the holder goes on.
 */
export class Lease {
  isHeld = false;
  private readonly holder = randomUUID();
  private isReported = false;

  constructor(private readonly context: CollectorContext) {}

  /** Keeps trying until the signal is aborted, and gives the lease back then. */
  async keep(signal: AbortSignal, onChange: (isHeld: boolean) => void): Promise<void> {
    while (!signal.aborted) {
      const before = this.isHeld;
      await this.renew();
      if (this.isHeld !== before) onChange(this.isHeld);
      await this.context.clock.sleep(tryEveryMs, signal);
    }
    await this.release();
  }

  /** Answers whether this collector holds the lease now. Fails while the database is away. */
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
      if (!this.isReported) this.context.logger.warn({ reason }, 'The lease could not be asked for');
      this.isReported = true;
    }
  }
}
