import type pg from 'pg';
import { calendarMonth, monthBefore, monthOf } from '../../figures/calendar.js';
import { selectMonths } from '../../ingest/steps/mark-months.js';
import { isMonthDue, isPruned } from '../../leaderboard/boards.js';
import { deleteBoards, deleteGames, replaceBoard, takeBoardIds } from './replace-board.js';

/** Returns the finished months among the newest `kept` months whose boards lack data or are not final: those without a board first. */
export async function listDueMonths(client: pg.Client, now: Date, kept: number): Promise<string[]> {
  const { rows } = await client.query<{ month: string }>(
    `SELECT m.month
    FROM (SELECT d.month FROM due_months d UNION SELECT b.month FROM boards b) m
    LEFT JOIN boards b ON b.month = m.month
    WHERE m.month > $1 AND m.month < $2 AND ${isMonthDue('m.month', 'b', '$3::timestamptz')} AND NOT ${isPruned('m.month')}
    ORDER BY b.id IS NULL DESC, m.month DESC`,
    [monthBefore(monthOf(now), kept), monthOf(now), now],
  );
  return rows.map(({ month }) => month);
}

/**
 * Ranks a calendar month inside a transaction of the caller that keeps other refreshes out. Marks that appear meanwhile stay, so
 * the month is ranked again. Returns the ID of the board.
 */
export async function rankMonth(client: pg.Client, month: string, now: Date): Promise<string> {
  await client.query('DELETE FROM due_months d WHERE d.month = $1', [month]);
  const [id = ''] = await takeBoardIds(client, 1);
  await replaceBoard(client, id, { month, window: calendarMonth(month), now, hasGames: true });
  return id;
}

/**
 * Deletes the boards of pruned months and of months before the newest `kept` months, and repeated marks. Older months are due if
 * more months are kept later.
 */
export async function deleteOldMonths(client: pg.Client, now: Date, kept: number): Promise<void> {
  const older = [monthBefore(monthOf(now), kept)];
  await client.query(
    `INSERT INTO due_months (month) SELECT b.month FROM boards b WHERE b.month <= $1 AND NOT ${isPruned('b.month')}`,
    older,
  );
  await deleteGames(client, await deleteBoards(client, `b.month <= $1 OR ${isPruned('b.month')}`, older));
  await client.query(`DELETE FROM due_months d WHERE ${isPruned('d.month')}`);
  await client.query('DELETE FROM due_months d USING due_months o WHERE o.month = d.month AND o.id < d.id');
}

/**
 * Hides the boards of the months in which streams start, because these streams are removed. Refreshes delete the boards and never
 * rank these months again: a caller that keeps imports out does not wait for a refresh.
 */
export async function pruneMonths(client: pg.Client, streamIds: readonly string[]): Promise<void> {
  const months = selectMonths('SELECT s.started_at AS at FROM streams s WHERE s.id = ANY ($1)');
  await client.query(`INSERT INTO pruned_months (month) ${months} ON CONFLICT DO NOTHING`, [streamIds]);
}
