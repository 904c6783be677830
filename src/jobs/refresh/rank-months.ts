import type pg from 'pg';
import { calendarMonth, monthOf } from '../../figures/calendar.js';
import { isMonthDue } from '../../leaderboard/boards.js';
import { lockRefreshes } from './lock-refreshes.js';
import { deletePreviousGames, replaceBoard, takeBoardIds } from './replace-board.js';

/** Returns the month (UTC) that is a number of months before the month of a moment, such as `2026-10`. */
export function monthBefore(now: Date, months: number): string {
  return monthOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months)));
}

/** Returns the finished months among the newest `kept` months whose boards lack data or are not final, newest first. */
export async function listDueMonths(client: pg.Client, now: Date, kept: number): Promise<string[]> {
  const { rows } = await client.query<{ month: string }>(
    `SELECT DISTINCT m.month
    FROM (SELECT d.month FROM due_months d UNION ALL SELECT b.month FROM boards b) m
    LEFT JOIN boards b ON b.month = m.month
    WHERE m.month > $1 AND m.month < $2 AND ${isMonthDue('m.month', 'b', '$3::timestamptz')}
    ORDER BY m.month DESC`,
    [monthBefore(now, kept), monthOf(now), now],
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
 * Deletes the boards of months before the newest `kept` months, which are due if more months are kept later, and repeated marks.
 */
export async function deleteOldMonths(client: pg.Client, now: Date, kept: number): Promise<void> {
  const { rowCount } = await client.query(
    `WITH gone AS (DELETE FROM boards b WHERE b.month <= $1 RETURNING b.id, b.month),
      marked AS (INSERT INTO due_months (month) SELECT g.month FROM gone g),
      emptied AS (DELETE FROM board_entries e USING gone g WHERE e.board_id = g.id)
    SELECT FROM gone g`,
    [monthBefore(now, kept)],
  );
  if (rowCount) await deletePreviousGames(client);
  await client.query('DELETE FROM due_months d USING due_months o WHERE o.month = d.month AND o.id < d.id');
}

/** Returns the months in which streams started. */
export async function listMonthsOf(client: pg.Client, streamIds: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ month: string }>(
    `SELECT DISTINCT to_char(s.started_at AT TIME ZONE 'UTC', 'YYYY-MM') AS month FROM streams s WHERE s.id = ANY ($1)`,
    [streamIds],
  );
  return rows.map(({ month }) => month);
}

/** Deletes the boards of months inside a transaction of the caller. They are ranked again only after another change. */
export async function deleteMonths(client: pg.Client, months: readonly string[]): Promise<void> {
  if (months.length === 0) return;
  await lockRefreshes(client, () => {});
  await client.query('DELETE FROM due_months d WHERE d.month = ANY ($1)', [months]);
  const deleteBoards = `
    WITH gone AS (DELETE FROM boards b WHERE b.month = ANY ($1) RETURNING b.id)
    DELETE FROM board_entries e USING gone g WHERE e.board_id = g.id`;
  await client.query(deleteBoards, [months]);
  await deletePreviousGames(client);
}
