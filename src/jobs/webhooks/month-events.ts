import type { Client } from 'pg';
import { finalAfterMs } from '../../figures/windows.js';
import { isMonthDue, isPruned } from '../../leaderboard/boards.js';
import { Outbox } from './outbox.js';

/**
 * Writes that the board of a month is final, in the transaction that ranks it. A row is kept for longer than the time in which
 * this is news, so each month has one.
 */
export async function writeMonthEvent(outbox: Outbox, client: Client, month: string, now: Date): Promise<void> {
  await outbox.write(client, finalMonth, [month, now]);
}

/**
 * Writes which final months have other first rows than at the last message, for each month once in 24 hours. The first time, only
 * notes the months.
 */
export async function writeRevisedMonths(outbox: Outbox, client: Client, now: Date): Promise<void> {
  if ((await outbox.listTargets(client, 'month.revised')).length === 0) return;
  const { rows } = await client.query<{ month: string }>(noteRevisedSql, [now]);
  if (rows.length > 0) await outbox.write(client, revisedMonths, [rows.map(({ month }) => month), now]);
}

const columns = `NULL::bigint AS streamer_id, $2::timestamptz AS created_at, $2::timestamptz AS due_at,
    NULL::timestamptz AS finished_at, NULL::bigint[] AS streamer_ids`;

const finalMonth = `
  SELECT t.name AS target, 'month.final' AS kind, b.month AS subject, b.window_end AS occurred_at, ${columns}
  FROM boards b
  JOIN webhook_targets t ON 'month.final' = ANY (t.kinds) AND NOT t.is_off
  WHERE b.month = $1 AND b.is_final
    AND $2::timestamptz < b.window_end + interval '${finalAfterMs} ms' + interval '24 hours'`;

const revisedMonths = `
  SELECT t.name AS target, 'month.revised' AS kind, m.month AS subject, $2::timestamptz AS occurred_at, ${columns}
  FROM unnest($1::text[]) m(month)
  JOIN webhook_targets t ON 'month.revised' = ANY (t.kinds) AND NOT t.is_off`;

/** A board that was ranked long ago is only noted: no process has had a target since. */
const noteRevisedSql = `
  WITH final AS MATERIALIZED (
    SELECT b.month, b.refreshed_at, (
      SELECT md5(COALESCE(string_agg(ROW(
        e.streamer_id, e.watchtime, e.average_viewers, e.peak_viewers, e.followers, e.follower_gain, e.total_minutes, e.stream_count
      )::text, '' ORDER BY e.watchtime_position), ''))
      FROM board_entries e
      WHERE e.board_id = b.id AND e.watchtime_position < 100
    ) AS digest
    FROM boards b
    WHERE b.month IS NOT NULL AND b.is_final AND NOT ${isMonthDue('b.month', 'b', '$1::timestamptz')} AND NOT ${isPruned('b.month')}
  ), noted AS (
    INSERT INTO webhook_months AS m (month, digest)
    SELECT f.month, f.digest FROM final f
    ON CONFLICT (month) DO UPDATE SET digest = excluded.digest, revised_at = $1
    WHERE m.digest <> excluded.digest AND COALESCE(m.revised_at <= $1::timestamptz - interval '24 hours', TRUE)
    RETURNING m.month, m.revised_at
  )
  SELECT f.month
  FROM noted n
  JOIN final f ON f.month = n.month
  WHERE n.revised_at IS NOT NULL AND f.refreshed_at > $1::timestamptz - interval '48 hours'`;
