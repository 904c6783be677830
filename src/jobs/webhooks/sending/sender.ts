import { setMaxListeners } from 'node:events';
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
import { Delivery, DeliveryStore, DueTarget } from './delivery-store.js';
import { decideOutcome, MessageError, Outcome } from './outcome.js';
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

/** Sends due deliveries: one request per target at a time, 16 in all, and 8 to targets that have accepted none since a pause. */
export class Sender {
  private readonly store: DeliveryStore;
  private readonly places = new ConcurrencyLimit(maxRequests);
  private readonly placesOfUntrusted = new ConcurrencyLimit(maxRequests / 2);
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
    setMaxListeners(maxRequests, this.stopping.signal);
  }

  /** Begins to send to each target with due deliveries. Throws the error of an earlier call, such as a lost connection. */
  async sendDue(): Promise<void> {
    if (this.failure !== undefined) throw this.failure;
    const { targets, outbox, state } = this.parts;
    const now = performance.now();
    const stored = await this.store.use((client) => targets.update(client));
    this.targets = new Map(stored?.map((target) => [target.name, target]));
    if (now - this.watchedAtMs >= watchEveryMs) {
      this.watchedAtMs = now;
      await this.store.use((client) => writeDataEvents(outbox, client));
      state.waiting = await this.store.countWaiting();
    }
    if (now - this.deletedAtMs >= deleteEveryMs) {
      this.deletedAtMs = now;
      await this.store.deleteOld();
      for (const { target } of await this.store.failOld()) state.count(target, 'failed');
    }
    for (const due of await this.store.listDueTargets()) {
      const { name } = due;
      if (this.busy.has(name) || !this.targets.has(name)) continue;
      const sending = this.sendTo(due)
        .catch((error: unknown) => void (this.failure ??= error as Error))
        .finally(() => this.busy.delete(name));
      this.busy.set(name, sending);
    }
  }

  /** Ends the running requests, which are sent again. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.busy.values());
  }

  /** Sends until no delivery is due, or the target pauses. So each pause ends with one request. */
  private async sendTo({ name, pauses, isTrusted }: DueTarget): Promise<void> {
    for (;;) {
      const due = await this.store.listDue(name);
      if (due.length === 0) return;
      for (const delivery of due) {
        const target = this.targets.get(name);
        if (this.stopping.signal.aborted || target === undefined) return;
        const send = () => this.places.run(() => this.send(delivery, target, pauses));
        const outcome = await (isTrusted ? send() : this.placesOfUntrusted.run(send));
        if (outcome === undefined) continue;
        if (outcome.result === 'off' || outcome.pauseMs > 0) return;
        pauses = outcome.pauses;
        isTrusted ||= outcome.result === 'delivered';
      }
    }
  }

  /** Returns undefined without an attempt. */
  private async send(delivery: Delivery, target: WebhookTarget, pauses: number): Promise<Outcome | undefined> {
    const { store, parts, stopping } = this;
    const { id, kind, attempts } = delivery;
    const reply = await this.ensureBody(delivery, target)
      .then((body) => (body === null ? null : postMessage(target, { id, body }, stopping.signal, parts.resolve)))
      .catch((error: unknown) => error as Error);
    if (reply === null || stopping.signal.aborted) return undefined;
    const outcome = decideOutcome(reply, { ...delivery, form: target.form, pauses }, new Date());
    await store.record(delivery, outcome);
    parts.state.count(target.name, outcome.result);
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
    const { result, error: reason } = outcome;
    if (result === 'off') return log.error({ target, reason }, 'A target is gone, and is off now');
    if (result === 'failed') log.error({ target, ...message, reason }, 'A message failed');
    else if (!this.failing.has(target)) log.warn({ target, ...message, reason }, 'A target does not accept messages');
    this.failing.add(target);
  }

  /** Returns the body of a delivery; null if the event does not hold any more. */
  private async ensureBody(delivery: Delivery, target: WebhookTarget): Promise<string | null> {
    if (delivery.body !== null) return delivery.body;
    const body = await this.parts.bodies.build(delivery, target).catch((error: unknown) => {
      throw new MessageError(`The message cannot be built: ${errorMessage(error)}`, { cause: error });
    });
    if (body !== null) return (await this.store.storeBody(delivery.id, body)) ? body : null;
    await this.store.delete(delivery.id);
    this.parts.state.count(target.name, 'superseded');
    return null;
  }
}
