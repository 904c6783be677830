import { Counter, Gauge, Registry } from 'prom-client';

/** What a process that sends webhooks reports. */
export interface WebhookFigures {
  deliveries: { target: string; result: string; count: number }[];
  /** `oldestAt` is in milliseconds since 1970; null without waiting deliveries. */
  waiting: { target: string; waiting: number; dropped: number; oldestAt: number | null }[];
}

/** Adds metrics of webhooks. `figures` returns undefined while another process sends. */
export function addWebhookMetrics(registry: Registry, figures: () => WebhookFigures | undefined): void {
  const registers = [registry];
  const labelNames = ['target'];
  const waitingOf = () => figures()?.waiting ?? [];
  new Counter({
    ...{ registers, name: 'webhook_deliveries_total', labelNames: ['target', 'result'] },
    help: 'Attempts and messages of webhooks by target and result: delivered, retried, failed, off, superseded.',
    collect() {
      this.reset();
      for (const { count, ...labels } of figures()?.deliveries ?? []) this.inc(labels, count);
    },
  });
  new Counter({
    ...{ registers, name: 'webhook_events_dropped_total', labelNames },
    help: 'Events that were dropped, because the target had 100,000 waiting deliveries.',
    collect() {
      this.reset();
      for (const { target, dropped } of waitingOf()) this.inc({ target }, dropped);
    },
  });
  new Gauge({
    ...{ registers, name: 'webhook_deliveries_waiting', labelNames },
    help: 'Deliveries that wait for an attempt.',
    collect() {
      this.reset();
      for (const { target, waiting } of waitingOf()) this.set({ target }, waiting);
    },
  });
  new Gauge({
    ...{ registers, name: 'webhook_oldest_waiting_seconds', labelNames },
    help: 'Time since the first attempt of the oldest waiting delivery was due.',
    collect() {
      this.reset();
      for (const { target, oldestAt } of waitingOf())
        this.set({ target }, oldestAt === null ? 0 : Math.max(0, (Date.now() - oldestAt) / 1_000));
    },
  });
}
