import type { Registry } from 'prom-client';
import { addLabeled } from './process-metrics.js';

/** What a process that sends webhooks reports. */
export interface WebhookFigures {
  deliveries: { target: string; result: string; count: number }[];
  /** `oldestAt` is in milliseconds since 1970; null without waiting deliveries. */
  waiting: { target: string; waiting: number; dropped: number; oldestAt: number | null }[];
}

/** Adds metrics of webhooks. `figures` returns undefined while another process sends. */
export function addWebhookMetrics(registry: Registry, figures: () => WebhookFigures | undefined): void {
  const waitingOf = (value: (one: WebhookFigures['waiting'][number]) => number) => () =>
    (figures()?.waiting ?? []).map((one) => [{ target: one.target }, value(one)] as const);
  addLabeled(
    'counter',
    registry,
    ['webhook_deliveries_total', 'target', 'result'],
    'Attempts and messages of webhooks by target and result: delivered, retried, failed, off, superseded.',
    () => (figures()?.deliveries ?? []).map(({ count, ...labels }) => [labels, count] as const),
  );
  addLabeled(
    'counter',
    registry,
    ['webhook_events_dropped_total', 'target'],
    'Events that were dropped, because the target had 100,000 waiting deliveries.',
    waitingOf(({ dropped }) => dropped),
  );
  addLabeled(
    'gauge',
    registry,
    ['webhook_deliveries_waiting', 'target'],
    'Deliveries that wait for an attempt.',
    waitingOf(({ waiting }) => waiting),
  );
  addLabeled(
    'gauge',
    registry,
    ['webhook_oldest_waiting_seconds', 'target'],
    'Time since the first attempt of the oldest waiting delivery was due.',
    waitingOf(({ oldestAt }) => (oldestAt === null ? 0 : Math.max(0, (Date.now() - oldestAt) / 1_000))),
  );
}
