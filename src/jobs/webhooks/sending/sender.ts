import type { Client } from 'pg';
import type { Logger } from 'pino';
import { WebhookTarget } from '../../../config/webhook-targets.js';
import { ConcurrencyLimit } from '../../../database/reads/concurrency-limit.js';
import { errorMessage } from '../../../logging/error-message.js';
import { writeDataEvents } from '../data-events.js';
import { Outbox } from '../outbox.js';
import { StoredTargets } from '../store-targets.js';
import { Resolve } from './allowed-address.js';
import { BodyBuilder } from './body-builder.js';
import { Delivery, DeliveryStore } from './delivery-store.js';
import { decideOutcome, Outcome } from './outcome.js';
import { postMessage } from './post-message.js';
import { SenderState } from './sender-state.js';

const maxRequests = 16;
const watchEveryMs = 15_000;
const deleteEveryMs = 60_000;

export interface SenderParts {
  readonly client: Client;
  readonly targets: StoredTargets;
  readonly outbox: Outbox;
  readonly bodies: BodyBuilder;
  readonly state: SenderState;
  readonly log: Logger;
  /** Replaces the lookup of names in tests. */
  readonly resolve?: Resolve | undefined;
}

/** Sends due deliveries: one request per target at a time, and 16 in all. */
export class Sender {
  private readonly store: DeliveryStore;
  private readonly limit = new ConcurrencyLimit(maxRequests);
  private readonly busy = new Map<string, Promise<void>>();
  /** The targets whose last attempt failed. */
  private readonly failing = new Set<string>();
  private readonly stopping = new AbortController();
  private targets: ReadonlyMap<string, WebhookTarget> = new Map();
  private watchedAtMs = -Infinity;
  private deletedAtMs = -Infinity;
  private failure: Error | undefined;

  constructor(private readonly parts: SenderParts) {
    this.store = new DeliveryStore(parts.client);
  }

  /** Begins to send to each target with due deliveries. Throws the error of an earlier turn, such as a lost connection. */
  async turn(): Promise<void> {
    if (this.failure !== undefined) throw this.failure;
    const { client, targets, outbox, state } = this.parts;
    const now = performance.now();
    this.targets = new Map((await targets.update(client))?.map((target) => [target.name, target]));
    if (now - this.watchedAtMs >= watchEveryMs) {
      this.watchedAtMs = now;
      await writeDataEvents(outbox, client);
      state.waiting = await this.store.countWaiting();
    }
    if (now - this.deletedAtMs >= deleteEveryMs) {
      this.deletedAtMs = now;
      await this.store.deleteOld();
    }
    for (const name of await this.store.listDueTargets()) {
      if (this.busy.has(name) || !this.targets.has(name)) continue;
      const sending = this.sendTo(name)
        .catch((error: unknown) => (this.failure ??= error as Error))
        .finally(() => this.busy.delete(name));
      this.busy.set(
        name,
        sending.then(() => {}),
      );
    }
  }

  /** Ends the running requests, which are sent again. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.busy.values());
  }

  private async sendTo(name: string): Promise<void> {
    for (;;) {
      const due = await this.store.listDue(name);
      if (due.length === 0) return;
      for (const delivery of due) {
        const target = this.targets.get(name);
        if (this.stopping.signal.aborted || target === undefined) return;
        const outcome = await this.limit.run(() => this.send(delivery, target));
        if (outcome?.result === 'off' || (outcome && 'isPause' in outcome && outcome.isPause)) return;
      }
    }
  }

  /** Returns undefined without an attempt. */
  private async send(delivery: Delivery, target: WebhookTarget): Promise<Outcome | undefined> {
    const { state, resolve } = this.parts;
    const { signal } = this.stopping;
    const { id, kind, attempts } = delivery;
    const reply = await this.keepBody(delivery, target)
      .then((body) => (body === null ? null : postMessage(target, { id, body }, signal, resolve)))
      .catch((error: unknown) => error as Error);
    if (reply === null || signal.aborted) return undefined;
    const outcome = decideOutcome(reply, attempts + 1, new Date());
    await this.store.record(delivery, outcome);
    state.count(target.name, outcome.result);
    this.report(target.name, { kind, id, attempt: attempts + 1 }, outcome);
    return outcome;
  }

  /** Reports the first of several failed attempts, and the end of a failure. */
  private report(target: string, message: object, outcome: Outcome): void {
    const { log } = this.parts;
    if (outcome.result === 'delivered') {
      log.debug({ target, ...message }, 'Delivered a message');
      if (this.failing.delete(target)) log.info({ target }, 'A target accepts messages again');
      return;
    }
    if (outcome.result === 'off')
      return log.error({ target }, 'A target returned 410: it is off until its entry changes');
    const { result, error: reason } = outcome;
    if (result === 'failed') log.error({ target, ...message, reason }, 'A message failed');
    else if (!this.failing.has(target)) log.warn({ target, ...message, reason }, 'A target does not accept messages');
    this.failing.add(target);
  }

  /** Returns the body of a delivery; null if the event does not hold any more. */
  private async keepBody(delivery: Delivery, target: WebhookTarget): Promise<string | null> {
    if (delivery.body !== null) return delivery.body;
    const body = await this.parts.bodies.build(delivery, target).catch((error: unknown) => {
      throw new Error(`The message cannot be built: ${errorMessage(error)}`, { cause: error });
    });
    if (body !== null) return (await this.store.keepBody(delivery.id, body)) ? body : null;
    await this.store.delete(delivery.id);
    this.parts.state.count(target.name, 'superseded');
    return null;
  }
}
