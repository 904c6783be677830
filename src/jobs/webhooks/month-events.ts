import type { Client } from 'pg';
import { finalAfterMs } from '../../figures/windows.js';
import { Outbox } from './outbox.js';

/**
 * Writes that the board of a month is final, in the transaction that ranks it. A row is kept for longer than the time in which
 * this is news, so each month has one.
 */
export async function writeMonthEvent(outbox: Outbox, client: Client, month: string, now: Date): Promise<void> {
  await outbox.write(client, finalMonth, [month, now]);
}

const finalMonth = `
  SELECT t.name AS target, 'month.final' AS kind, b.month AS subject, b.window_end AS occurred_at, NULL::bigint AS streamer_id,
    $2::timestamptz AS created_at, $2::timestamptz AS due_at, NULL::timestamptz AS finished_at
  FROM boards b
  JOIN webhook_targets t ON 'month.final' = ANY (t.kinds) AND NOT t.is_off
  WHERE b.month = $1 AND b.is_final
    AND $2::timestamptz < b.window_end + interval '${finalAfterMs} ms' + interval '24 hours'`;
