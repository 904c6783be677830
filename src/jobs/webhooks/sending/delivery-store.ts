import type { Client } from 'pg';
import { WebhookKind } from '../../../config/webhook-targets.js';
import { endedDelay } from '../outbox.js';
import { Outcome } from './outcome.js';

/** An event for a target that waits for an attempt. */
export interface Delivery {
  id: string;
  target: string;
  kind: WebhookKind;
  subject: string;
  occurred_at: Date;
  created_at: Date;
  attempts: number;
  /** Null before the first attempt. */
  body: string | null;
}

export interface WaitingDeliveries {
  target: string;
  waiting: number;
  /** The time at which the first attempt of the oldest was due; null without any. */
  oldestAt: Date | null;
  dropped: number;
}

const waiting = 'd.finished_at IS NULL AND d.due_at <= clock_timestamp()';

const perRead = 20;
const perDeletion = 10_000;

/** The statements of the sender, on its own connection. */
export class DeliveryStore {
  constructor(private readonly client: Client) {}

  /** Returns the names of the targets with due deliveries that are neither off nor paused. */
  async listDueTargets(): Promise<string[]> {
    const { rows } = await this.client.query<{ name: string }>(`
      SELECT t.name
      FROM webhook_targets t
      WHERE NOT t.is_off AND COALESCE(t.paused_until <= clock_timestamp(), TRUE)
        AND EXISTS (SELECT FROM webhook_deliveries d WHERE d.target = t.name AND ${waiting})`);
    return rows.map(({ name }) => name);
  }

  async listDue(target: string): Promise<Delivery[]> {
    const { rows } = await this.client.query<Delivery>(
      `SELECT d.id, d.target, d.kind, d.subject, d.occurred_at, d.created_at, d.attempts, d.body
      FROM webhook_deliveries d
      WHERE d.target = $1 AND ${waiting}
      ORDER BY d.due_at, d.id
      LIMIT ${perRead}`,
      [target],
    );
    return rows;
  }

  /** Keeps the body for all attempts. Returns false if the delivery is gone, for example after `npm run forget`. */
  async keepBody(id: string, body: string): Promise<boolean> {
    const { rowCount } = await this.client.query('UPDATE webhook_deliveries d SET body = $2 WHERE d.id = $1', [
      id,
      body,
    ]);
    return rowCount === 1;
  }

  async delete(id: string): Promise<void> {
    await this.client.query('DELETE FROM webhook_deliveries d WHERE d.id = $1', [id]);
  }

  async record({ id, target }: Delivery, outcome: Outcome): Promise<void> {
    if (outcome.result === 'off') return this.turnOff(target);
    const error = outcome.result === 'delivered' ? null : outcome.error;
    const delayMs = outcome.result === 'delivered' ? 0 : outcome.delayMs;
    await this.client.query(
      `UPDATE webhook_deliveries d
      SET attempts = d.attempts + 1, last_error = $2, due_at = clock_timestamp() + $3 * interval '1 millisecond',
        finished_at = CASE WHEN $4 <> 'retried' THEN clock_timestamp() END, has_failed = $4 = 'failed'
      WHERE d.id = $1`,
      [id, error, delayMs, outcome.result],
    );
    if (outcome.result !== 'delivered' && outcome.isPause)
      await this.client.query(
        `UPDATE webhook_targets t SET paused_until = clock_timestamp() + $2 * interval '1 millisecond' WHERE t.name = $1`,
        [target, delayMs],
      );
  }

  /** Waiting deliveries of a target that is off have failed. */
  private async turnOff(target: string): Promise<void> {
    await this.client.query(
      `WITH off AS (UPDATE webhook_targets t SET is_off = TRUE WHERE t.name = $1)
      UPDATE webhook_deliveries d
      SET finished_at = clock_timestamp(), has_failed = TRUE, last_error = 'The target is off: status 410.'
      WHERE d.target = $1 AND d.finished_at IS NULL`,
      [target],
    );
  }

  async countWaiting(): Promise<WaitingDeliveries[]> {
    const { rows } = await this.client.query<WaitingDeliveries>(`
      SELECT t.name AS target, w.waiting, w."oldestAt", t.dropped_events::float8 AS dropped
      FROM webhook_targets t
      CROSS JOIN LATERAL (
        SELECT count(*)::float8 AS waiting,
          min(d.created_at + CASE d.kind WHEN 'stream.ended' THEN ${endedDelay} ELSE interval '0' END) AS "oldestAt"
        FROM webhook_deliveries d
        WHERE d.target = t.name AND d.finished_at IS NULL
      ) w
      ORDER BY t.name`);
    return rows;
  }

  /** Deletes some of the delivered rows of more than 7 days ago, and of the failed ones of more than 30. */
  async deleteOld(): Promise<void> {
    await this.client.query(`
      DELETE FROM webhook_deliveries d
      WHERE d.id IN (
        SELECT o.id
        FROM webhook_deliveries o
        WHERE o.finished_at < clock_timestamp() - CASE WHEN o.has_failed THEN interval '30 days' ELSE interval '7 days' END
          AND o.finished_at < clock_timestamp() - interval '7 days' AND (o.kind <> 'data.stale' OR o.is_over)
        LIMIT ${perDeletion}
      )`);
  }
}
