import { WebhookFigures } from '../../../http/operators/webhook-metrics.js';
import { WaitingDeliveries } from './delivery-store.js';
import { Outcome } from './outcome.js';

/** The figures behind the metrics of a sender. */
export class SenderState {
  /** Whether this process sends. Otherwise, another one does, or the database is unavailable. */
  isSending = false;
  waiting: readonly WaitingDeliveries[] = [];
  /** Number of results. */
  recorded = 0;
  private readonly counts = new Map<string, { target: string; result: string; count: number }>();

  count(target: string, result: Outcome['result'] | 'superseded'): void {
    this.recorded += 1;
    const key = `${target} ${result}`;
    const known = this.counts.get(key) ?? { target, result, count: 0 };
    known.count += 1;
    this.counts.set(key, known);
  }

  /** Returns undefined while this process does not send. */
  figures(): WebhookFigures | undefined {
    if (!this.isSending) return undefined;
    return {
      deliveries: [...this.counts.values()],
      waiting: this.waiting.map(({ target, waiting, late_since, dropped, is_off: isOff }) => ({
        ...{ target, waiting, dropped, isOff },
        lateSince: late_since?.getTime() ?? null,
      })),
    };
  }
}
