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

/** Returns a table of the deliveries that wait, or of those that failed, and their number by target. */
export async function listDeliveries(client: Client, failed: boolean): Promise<string> {
  const condition = failed ? 'd.finished_at IS NOT NULL AND d.has_failed' : 'd.finished_at IS NULL';
  const { rows: counts } = await client.query<{ name: string; state: string; count: number }>(`
    SELECT t.name, CASE WHEN t.is_off THEN 'off' WHEN t.paused_until > now() THEN 'paused' ELSE 'on' END AS state,
      (SELECT count(*) FROM webhook_deliveries d WHERE d.target = t.name AND ${condition})::float8 AS count
    FROM webhook_targets t
    ORDER BY t.name`);
  if (counts.length === 0) return 'No targets.';
  const { rows } = await client.query<ListedDelivery>(
    `SELECT d.target, d.kind, d.subject, d.created_at, d.attempts, d.due_at, d.last_error
    FROM webhook_deliveries d
    WHERE ${condition}
    ORDER BY d.created_at, d.id
    LIMIT ${shown}`,
  );
  const targets = counts.map(({ name, state, count }) => [name, state, formatCount(count)]);
  const cells = rows.map((row) => [
    ...[row.target, row.kind, row.subject, row.created_at.toISOString(), String(row.attempts)],
    ...[failed ? '' : row.due_at.toISOString(), row.last_error ?? ''],
  ]);
  const summary = toTable([['target', 'state', failed ? 'failed' : 'waiting'], ...targets]);
  return rows.length === 0 ? summary : `${summary}\n\n${toTable([header, ...cells])}`;
}

/** Makes the failed deliveries of a target due at once, with all attempts, and ends its pause. Returns their number. */
export async function retryDeliveries(client: Client, name: string): Promise<number> {
  const { rows } = await client.query<{ is_off: boolean }>(
    'UPDATE webhook_targets t SET paused_until = NULL WHERE t.name = $1 RETURNING t.is_off',
    [name],
  );
  if (rows[0] === undefined) throw new BadDataError(`No target has the name ${name}.`);
  if (rows[0].is_off)
    throw new BadDataError(`Target ${name} is off because it returned 410. Change its entry in the file first.`);
  const { rowCount } = await client.query(
    `UPDATE webhook_deliveries d
    SET finished_at = NULL, has_failed = FALSE, attempts = 0, due_at = clock_timestamp()
    WHERE d.target = $1 AND d.finished_at IS NOT NULL AND d.has_failed`,
    [name],
  );
  return rowCount ?? 0;
}
