import type { Client } from 'pg';
import type { Logger } from 'pino';
import { WebhookKind, WebhookTarget } from '../../config/webhook-targets.js';
import { CommandRun } from '../../lifecycle/command-run.js';
import { TargetFile } from './target-file.js';
import { StoredTargets } from './store-targets.js';
import { resolveNames } from './target-names.js';

const maxWaiting = 100_000;
const maxLogged = 20;

/** Time for which a message about an end waits, because the stream may be live again. */
export const endedDelay = `interval '5 minutes'`;

/**
 * Writes events into webhook_deliveries, inside the transactions that store their facts. A process without `WEBHOOKS` has no
 * outbox.
 */
export class Outbox {
  private readonly targets: StoredTargets;
  private reportedNames = '';

  constructor(
    file: TargetFile,
    private readonly log: Pick<Logger, 'warn'>,
  ) {
    this.targets = new StoredTargets(file);
  }

  /**
   * Writes the rows of a query, with a place for each value. `events` returns rows `target`, `kind`, `subject`, `occurred_at`,
   * `streamer_id`, `created_at`, `due_at`, `finished_at` and `streamer_ids`. Stores the targets first if the file has changed.
   */
  async write(client: Client, events: string, values: readonly unknown[]): Promise<void> {
    await this.targets.update(client);
    const { rows } = await client.query<{ target: string; events: number }>(insertEventsSql(events), [...values]);
    for (const row of rows) this.log.warn(row, 'Dropped events: the target has too many waiting deliveries');
  }

  /** Returns the targets of the file that want a kind of events. */
  async listTargets(client: Client, kind: WebhookKind): Promise<WebhookTarget[]> {
    return (await this.targets.update(client))?.filter(({ kinds }) => kinds.includes(kind)) ?? [];
  }

  /** Finds the channels of the targets' names after a sweep, and logs the names without a channel when they change. */
  async resolveNames(client: Client): Promise<void> {
    if ((await this.targets.update(client)) === undefined) return;
    const names = await resolveNames(client);
    const all = names.join();
    if (names.length > 0 && all !== this.reportedNames)
      this.log.warn({ names: names.slice(0, maxLogged), count: names.length }, 'Targets name unknown streamers');
    this.reportedNames = all;
  }
}

/** Opens the outbox of a command; undefined without `WEBHOOKS`. */
export function openOutbox(run: CommandRun, { pino: log } = run.logger('warn')): Outbox | undefined {
  const { webhooks } = run.config();
  if (webhooks === undefined) return undefined;
  return new Outbox(new TargetFile(webhooks, log), log);
}

// MATERIALIZED, because PostgreSQL could otherwise count the waiting rows for each event.
const insertEventsSql = (events: string) => `
  WITH events AS MATERIALIZED (
    ${events}
  ), places AS MATERIALIZED (
    SELECT n.target, ${maxWaiting} - (
      SELECT count(*)
      FROM (SELECT FROM webhook_deliveries d WHERE d.target = n.target AND d.finished_at IS NULL LIMIT ${maxWaiting}) d
    ) AS free
    FROM (SELECT DISTINCT e.target FROM events e) n
  ), placed AS MATERIALIZED (
    SELECT e.*, row_number() OVER (PARTITION BY e.target ORDER BY e.occurred_at, e.subject) <= p.free AS fits
    FROM events e
    JOIN places p ON p.target = e.target
  ), written AS (
    INSERT INTO webhook_deliveries (target, kind, subject, occurred_at, streamer_id, created_at, due_at, finished_at, streamer_ids)
    SELECT p.target, p.kind, p.subject, p.occurred_at, p.streamer_id, p.created_at, p.due_at, p.finished_at, p.streamer_ids
    FROM placed p
    WHERE p.fits
    ON CONFLICT DO NOTHING
  ), dropped AS (
    SELECT p.target, count(*) AS events FROM placed p WHERE NOT p.fits GROUP BY p.target
  ), counted AS (
    UPDATE webhook_targets t SET dropped_events = t.dropped_events + d.events FROM dropped d WHERE t.name = d.target
  )
  SELECT d.target, d.events::float8 AS events FROM dropped d`;
