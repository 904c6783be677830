import type { Registry } from 'prom-client';
import { addLabeled } from './process-metrics.js';

/** What a process that sends webhooks reports. */
export interface WebhookFigures {
  deliveries: { target: string; result: string; count: number }[];
  /** `lateSince` is in milliseconds since 1970; null without a delivery that has waited since the target last accepted one. */
  waiting: { target: string; waiting: number; dropped: number; isOff: boolean; lateSince: number | null }[];
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
    'Time since a delivery was first due after which the target has accepted none.',
    waitingOf(({ lateSince }) => (lateSince === null ? 0 : Math.max(0, (Date.now() - lateSince) / 1_000))),
  );
  addLabeled(
    'gauge',
    registry,
    ['webhook_target_off', 'target'],
    '1 if the target is gone and gets no messages, otherwise 0.',
    waitingOf(({ isOff }) => Number(isOff)),
  );
}
