import { randomUUID } from 'node:crypto';
import { repeat } from '../lifecycle/repeat.js';
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
  private readonly holder = randomUUID();

  constructor(private readonly context: CollectorContext) {}

  /** Keeps trying until the signal is aborted, and then returns the lease. */
  async keep(signal: AbortSignal, onChange: (isHolder: boolean) => void): Promise<void> {
    const { store, clock, state, logger } = this.context;
    const renew = async () => {
      const before = state.isHolder;
      if ((await this.take()) !== before) onChange(state.isHolder);
    };
    const onError = (error: unknown, failures: number) => {
      if (failures === 1) logger.warn({ reason: errorMessage(error) }, 'Failed to request the lease');
    };
    await repeat(renew, { everyMs: tryEveryMs, signal, clock, onError });
    if (state.isHolder) await store.releaseLease(this.holder).catch(() => {});
    state.isHolder = false;
  }

  /** Takes or renews the lease. Returns whether this collector holds the lease now. Fails while the database is unavailable. */
  async take(): Promise<boolean> {
    const { store, state } = this.context;
    state.isHolder = await store.takeLease(this.holder, leaseMs);
    return state.isHolder;
  }
}
