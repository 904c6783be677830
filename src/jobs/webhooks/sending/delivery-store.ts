import type { Client, QueryResult, QueryResultRow } from 'pg';
import { WebhookKind } from '../../../config/webhook-targets.js';
import { ConcurrencyLimit } from '../../../database/reads/concurrency-limit.js';
import { maxAgeMs, Outcome } from './outcome.js';

/** What a message reports. */
export interface WebhookEvent {
  kind: WebhookKind;
  subject: string;
  occurred_at: Date;
  created_at: Date;
  /** The streamers of a report. */
  streamer_ids: readonly string[] | null;
}

/** An event for a target that waits for an attempt. */
export interface Delivery extends WebhookEvent {
  id: string;
  target: string;
  attempts: number;
  ageMs: number;
  /** Null before the first attempt. */
  body: string | null;
}

/** A target with due deliveries. */
export interface DueTarget {
  name: string;
  pauses: number;
  /** Whether the target has accepted a message since its last pause. */
  isTrusted: boolean;
}

export interface WaitingDeliveries {
  target: string;
  waiting: number;
  /** The time at which the oldest delivery was first due after which the target has accepted none; null without any. */
  late_since: Date | null;
  dropped: number;
  is_off: boolean;
}

const firstDue = 'COALESCE(d.first_due_at, d.due_at)';
const due = 'd.finished_at IS NULL AND d.due_at <= clock_timestamp()';

const perRead = 20;
const perDeletion = 10_000;

/** The statements of the sender, on its own connection. */
export class DeliveryStore {
  private readonly queue = new ConcurrencyLimit(1);

  constructor(private readonly client: Client) {}

  /** Runs an action after the earlier ones have ended: a connection runs one query or transaction at a time. */
  use<Result>(action: (client: Client) => Promise<Result>): Promise<Result> {
    return this.queue.run(() => action(this.client));
  }

  /** Returns the targets with due deliveries that are neither off nor paused. */
  async listDueTargets(): Promise<DueTarget[]> {
    const { rows } = await this.query<DueTarget>(`
      SELECT t.name, t.pauses_in_row AS pauses, t.accepted_at IS NOT NULL AND t.pauses_in_row = 0 AS "isTrusted"
      FROM webhook_targets t
      WHERE NOT t.is_off AND COALESCE(t.paused_until <= clock_timestamp(), TRUE)
        AND EXISTS (SELECT FROM webhook_deliveries d WHERE d.target = t.name AND ${due})`);
    return rows;
  }

  async listDue(target: string): Promise<Delivery[]> {
    const { rows } = await this.query<Delivery>(
      `SELECT d.id, d.target, d.kind, d.subject, d.occurred_at, d.created_at, d.streamer_ids, d.attempts, d.body,
        (extract(epoch FROM clock_timestamp() - ${firstDue}) * 1000)::float8 AS "ageMs"
      FROM webhook_deliveries d
      WHERE d.target = $1 AND ${due}
      ORDER BY d.due_at, d.id
      LIMIT ${perRead}`,
      [target],
    );
    return rows;
  }

  /** Stores the body for all attempts. Returns false if the delivery is gone, for example after `npm run forget`. */
  async storeBody(id: string, body: string): Promise<boolean> {
    const { rowCount } = await this.query('UPDATE webhook_deliveries d SET body = $2 WHERE d.id = $1', [id, body]);
    return rowCount === 1;
  }

  async delete(id: string): Promise<void> {
    await this.query('DELETE FROM webhook_deliveries d WHERE d.id = $1', [id]);
  }

  /** Locks the target before the delivery, as the removal of a target does. */
  async record({ id, target }: Delivery, outcome: Outcome): Promise<void> {
    const { result, error, attempts, pauses, delayMs, pauseMs } = outcome;
    if (result === 'off') return this.turnOff(target, error);
    await this.query(
      `WITH target AS (
        UPDATE webhook_targets t
        SET pauses_in_row = $7, paused_until = clock_timestamp() + nullif($8::float8, 0) * interval '1 millisecond',
          accepted_at = CASE WHEN $5 = 'delivered' THEN clock_timestamp() ELSE t.accepted_at END
        WHERE t.name = $6
        RETURNING t.name
      )
      UPDATE webhook_deliveries d
      SET attempts = $2, last_error = $3, first_due_at = ${firstDue},
        due_at = clock_timestamp() + $4 * interval '1 millisecond',
        finished_at = CASE WHEN $5 <> 'retried' THEN clock_timestamp() END, has_failed = $5 = 'failed'
      FROM target t
      WHERE d.id = $1 AND d.target = t.name`,
      [id, attempts, error, delayMs, result, target, pauses, pauseMs],
    );
  }

  /** Waiting deliveries of a target that is off have failed. */
  private async turnOff(target: string, error: string | null): Promise<void> {
    await this.query(
      `WITH target AS (UPDATE webhook_targets t SET is_off = TRUE WHERE t.name = $1 RETURNING t.name)
      UPDATE webhook_deliveries d
      SET finished_at = clock_timestamp(), has_failed = TRUE, last_error = concat_ws(' ', 'The target is off.', $2::text)
      FROM target t
      WHERE d.target = t.name AND d.finished_at IS NULL`,
      [target, error],
    );
  }

  /**
   * Fails deliveries that are too old for another attempt, in the second pause in a row or a later one: not a single message is the
   * cause. After an interruption of the sender, the target has no pause, and gets another message first.
   */
  async failOld(): Promise<{ target: string }[]> {
    const { rows } = await this.query<{ target: string }>(`
      UPDATE webhook_deliveries d
      SET finished_at = clock_timestamp(), has_failed = TRUE, last_error = COALESCE(d.last_error, 'The target accepts no messages.')
      FROM webhook_targets t
      WHERE d.target = t.name AND t.pauses_in_row > 1 AND t.paused_until > clock_timestamp() AND ${due}
        AND ${firstDue} <= clock_timestamp() - interval '${maxAgeMs} milliseconds'
      RETURNING d.target`);
    return rows;
  }

  async countWaiting(): Promise<WaitingDeliveries[]> {
    const { rows } = await this.query<WaitingDeliveries>(`
      SELECT t.name AS target, t.is_off, t.dropped_events::float8 AS dropped, w.*
      FROM webhook_targets t
      CROSS JOIN LATERAL (
        SELECT count(*)::float8 AS waiting,
          min(${firstDue}) FILTER (WHERE ${firstDue} > COALESCE(t.accepted_at, '-infinity')) AS late_since
        FROM webhook_deliveries d
        WHERE d.target = t.name AND d.finished_at IS NULL
      ) w
      ORDER BY t.name`);
    return rows;
  }

  /** Deletes some of the delivered rows of more than 7 days ago, and of the failed ones of more than 30. */
  async deleteOld(): Promise<void> {
    await this.query(`
      DELETE FROM webhook_deliveries d
      WHERE d.id IN (
        SELECT o.id
        FROM webhook_deliveries o
        WHERE o.finished_at < clock_timestamp() - CASE WHEN o.has_failed THEN interval '30 days' ELSE interval '7 days' END
          AND o.finished_at < clock_timestamp() - interval '7 days' AND (o.kind <> 'data.stale' OR o.is_over)
        LIMIT ${perDeletion}
      )`);
  }

  private query<Row extends QueryResultRow>(sql: string, values: unknown[] = []): Promise<QueryResult<Row>> {
    return this.use((client) => client.query<Row>(sql, values));
  }
}
