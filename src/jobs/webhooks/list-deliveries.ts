import type { Client } from 'pg';
import { formatCount, toTable } from '../../logging/format-count.js';
import { BadDataError } from '../../logging/error-message.js';

interface ListedDelivery {
  target: string;
  kind: string;
  subject: string;
  created_at: Date;
  attempts: number;
  due_at: Date;
  last_error: string | null;
}

const header = ['target', 'kind', 'subject', 'since', 'attempts', 'next attempt', 'last error'];
const shown = 100;

/** Returns a table of the deliveries that wait, late or delayed until their next attempt, or that failed, and their number by target. */
export async function listDeliveries(client: Client, failed: boolean): Promise<string> {
  const condition = failed ? 'd.finished_at IS NOT NULL AND d.has_failed' : 'd.finished_at IS NULL';
  const { rows: counts } = await client.query<{ name: string; state: string; count: number; late: number }>(`
    SELECT t.name, CASE WHEN t.is_off THEN 'off' WHEN t.paused_until > now() THEN 'paused' ELSE 'on' END AS state,
      count(d.id)::float8 AS count, (count(d.id) FILTER (WHERE d.due_at <= now()))::float8 AS late
    FROM webhook_targets t
    LEFT JOIN webhook_deliveries d ON d.target = t.name AND ${condition}
    GROUP BY t.name
    ORDER BY t.name`);
  if (counts.length === 0) return 'No targets.';
  const { rows } = await client.query<ListedDelivery>(
    `SELECT d.target, d.kind, d.subject, d.created_at, d.attempts, d.due_at, d.last_error
    FROM webhook_deliveries d
    WHERE ${condition}
    ORDER BY d.created_at, d.id
    LIMIT ${shown}`,
  );
  const numbers = ({ count, late }: (typeof counts)[number]) => (failed ? [count] : [late, count - late]);
  const targets = counts.map((row) => [row.name, row.state, ...numbers(row).map(formatCount)]);
  const cells = rows.map((row) => [
    ...[row.target, row.kind, row.subject, row.created_at.toISOString(), String(row.attempts)],
    ...[failed ? '' : row.due_at.toISOString(), row.last_error ?? ''],
  ]);
  const summary = toTable([['target', 'state', ...(failed ? ['failed'] : ['late', 'delayed'])], ...targets]);
  return rows.length === 0 ? summary : `${summary}\n\n${toTable([header, ...cells])}`;
}

/** Switches a target on, and makes its deliveries that have failed or have been due, due as for the first time. Returns their number. */
export async function retryDeliveries(client: Client, name: string): Promise<number> {
  const { rowCount: targets } = await client.query(
    'UPDATE webhook_targets t SET is_off = FALSE, paused_until = NULL, pauses_in_row = 0 WHERE t.name = $1',
    [name],
  );
  if (targets === 0) throw new BadDataError(`No target has the name ${name}.`);
  const { rowCount } = await client.query(
    `UPDATE webhook_deliveries d
    SET finished_at = NULL, has_failed = FALSE, attempts = 0, due_at = clock_timestamp(), first_due_at = clock_timestamp()
    WHERE d.target = $1
      AND (d.has_failed OR (d.finished_at IS NULL AND COALESCE(d.first_due_at, d.due_at) <= clock_timestamp()))`,
    [name],
  );
  return rowCount ?? 0;
}
