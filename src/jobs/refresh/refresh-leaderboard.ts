import pg from 'pg';
import { readCommandSettings } from '../../config/command-settings.js';
import { monthOf } from '../../figures/calendar.js';
import { defaultDays, windowEndingAt } from '../../figures/windows.js';
import { maxFigure } from '../../database/exact-figures.js';
import { analyzeGrownTables } from '../../database/analyze-grown-tables.js';
import { findDatabaseTime } from '../../database/reads/database-time.js';
import { inTransaction } from '../../database/in-transaction.js';
import { writeMonthEvent, writeRevisedMonths } from '../webhooks/month-events.js';
import { Outbox } from '../webhooks/outbox.js';
import { writeReportEvents } from '../webhooks/report-events.js';
import { lockRefreshes } from './lock-refreshes.js';
import { deleteOldMonths, listDueMonths, rankMonth } from './rank-months.js';
import { refreshEventViewers } from './refresh-event-viewers.js';
import { refreshTotals, storeTotalDays } from './refresh-totals.js';
import { NewBoard, replaceBoard, takeBoardIds } from './replace-board.js';
import { boardChannel, boardDays } from '../../leaderboard/boards.js';
import { formatQuantity } from '../../logging/format-count.js';

// The sorts of a million streamers need about ten times as much memory as this; the rest goes to disk.
const settings = `
  SET LOCAL work_mem = '64MB';
  SET LOCAL jit = off`;

/**
 * A refresh every few minutes uses one processor, and leaves the others to readers. Since PostgreSQL 18, other
 * processes read ahead for a query. They would use the other processors, and delay the reads of readers.
 */
const onOneProcessor = `
  SET LOCAL max_parallel_workers_per_gather = 0;
  SET LOCAL effective_io_concurrency = 0`;

/** The time after which a refresh in the background leaves days without sums of totals to later refreshes. */
const maxDaysMs = 10_000;

export interface RefreshResult {
  entries: number;
  seconds: number;
  /** Number of entries whose watchtime exceeds the largest figure. */
  capped: number;
  /** Whether another refresh, which began after this one was requested, has built the board. */
  skipped: boolean;
  /** Finished months whose boards are left to later refreshes. */
  dueMonths: string[];
}

export function describeRefresh({ entries, seconds, capped, skipped, dueMonths }: RefreshResult): string[] {
  const board = formatQuantity(entries, 'entry', 'entries');
  const months = formatQuantity(dueMonths.length, 'earlier month');
  const due = `The boards of ${months} up to ${dueMonths.toSorted().at(-1)} are not up to date. Later refreshes compute one each. To compute all now, run npm run leaderboard:refresh.`;
  const later = dueMonths.length > 0 ? [due] : [];
  if (skipped) return [`Another refresh rebuilt the leaderboard, which now has ${board}.`, ...later];
  const most = `The watchtime of ${formatQuantity(capped, 'entry', 'entries')} is ${maxFigure} or more, and shown as this value.`;
  return [`The leaderboard now has ${board} (${seconds.toFixed(1)} s).`, ...(capped > 0 ? [most] : []), ...later];
}

export interface RefreshOptions {
  /** Replaces the time of the database. */
  now?: Date;
  log?: (line: string) => void;
  isInBackground?: boolean;
  /** Number of calendar months to keep: `LEADERBOARD_MONTHS`. */
  months?: number;
  outbox?: Outbox | undefined;
}

/**
 * Builds the board of the thirty days up to the time of the database, and replaces the previous board, in one transaction: readers
 * see the old board until the new one is complete. Also builds the boards of other windows, of the current month and of games; with
 * `isInBackground`, only if they are due ({@link areWindowsDue}). Each due month before is ranked in a transaction of its own; with
 * `isInBackground`, one after the boards of other windows. With an outbox, revised months and due reports are written then.
 * Further transactions compute the viewers of events and the totals, so
 * that the boards neither wait for them nor are lost if they fail. The sums of days, which an upgrade can leave for years of
 * totals, are stored by {@link storeTotalDays}; with `isInBackground`, for at most {@link maxDaysMs}.
 *
 * Refreshes wait for each other. After waiting, a refresh is skipped if another one began after its request and has
 * ended, since the other one has seen the same data.
 */
export async function refreshLeaderboard(client: pg.Client, options: RefreshOptions = {}): Promise<RefreshResult> {
  const { now, log = () => {}, isInBackground = false, outbox } = options;
  const months = options.months ?? (await readCommandSettings(client)).leaderboardMonths;
  const startedAt = performance.now();
  const findNow = () => now ?? findDatabaseTime(client);
  const at = await findNow();
  const inOwnTransaction = <Result>(action: () => Promise<Result>): Promise<Result> =>
    inTransaction(client, async () => {
      await client.query(settings);
      if (isInBackground) await client.query(onOneProcessor);
      return action();
    });
  const { due, ...result } = await inOwnTransaction(async () => {
    const made = await lockRefreshes(client, log);
    const withWindows = !isInBackground || (await areWindowsDue(client));
    const due = withWindows ? await listDueMonths(client, at, months) : [];
    if (made && now === undefined && (made.withWindows || !withWindows)) {
      return { entries: made.entries, capped: 0, skipped: true, due };
    }
    const board = await replaceBoards(client, await findNow(), withWindows, months);
    await analyzeGrownTables(client);
    return { ...board, skipped: false, due };
  });
  const ranked = isInBackground ? 1 : due.length;
  for (const month of due.slice(0, ranked)) {
    await inOwnTransaction(async () => {
      await lockRefreshes(client, log);
      // Another refresh may have ranked the month meanwhile.
      if (!(await listDueMonths(client, at, months)).includes(month)) return;
      const rankedAt = await findNow();
      await notifyReaders(client, await rankMonth(client, month, rankedAt));
      if (outbox) await writeMonthEvent(outbox, client, month, rankedAt);
    });
  }
  if (outbox) {
    await inOwnTransaction(async () => writeRevisedMonths(outbox, client, await findNow()));
    await inOwnTransaction(async () => writeReportEvents(outbox, client, await findNow()));
  }
  await inOwnTransaction(() => refreshEventViewers(client));
  await inOwnTransaction(async () => refreshTotals(client, await findNow()));
  const daysUntil = performance.now() + (isInBackground ? maxDaysMs : Infinity);
  while (await inOwnTransaction(async () => storeTotalDays(client, await findNow()))) {
    if (performance.now() >= daysUntil) break;
  }
  return { ...result, dueMonths: due.slice(ranked), seconds: (performance.now() - startedAt) / 1000 };
}

/**
 * Frees the space of earlier boards for the next one, without waiting for autovacuum. Readers do not wait: returning
 * the space to the disk would lock them out, so it is kept. With `isInBackground`, it pauses as often as autovacuum does.
 */
export async function freeEarlierBoards(client: pg.Client, isInBackground: boolean): Promise<void> {
  if (isInBackground) await client.query(`SET vacuum_cost_delay = '2ms'`);
  await client.query(
    'VACUUM (SKIP_LOCKED, TRUNCATE off) boards, board_entries, previous_positions, game_entries, game_streamers, due_months',
  );
}

/**
 * Replaces the boards of days and of the current month inside a transaction of the caller, after waiting for other refreshes: a
 * concurrent refresh would not see the changes of this transaction, and could replace the boards. A caller that also locks
 * imports locks these first.
 */
export async function replaceBoardsAt(client: pg.Client, now: Date, log: (line: string) => void): Promise<void> {
  await lockRefreshes(client, log);
  await replaceBoards(client, now);
}

/**
 * Runs the work of a refresh inside a transaction of the caller. All windows end at the same moment. The IDs are taken before the
 * work: a refresh that is requested meanwhile knows them, and does not mistake these boards for later ones.
 */
export async function replaceBoards(
  client: pg.Client,
  now: Date,
  withWindows = true,
  months?: number,
): Promise<NewBoard> {
  const [id, ...others] = (await takeBoardIds(client, 1 + otherWindowDays.length)) as [string, ...string[]];
  const boardOf = (days: number, hasGames: boolean) => ({ days, window: windowEndingAt(now, days), now, hasGames });
  const startedAt = performance.now();
  const board = await replaceBoard(client, id, boardOf(defaultDays, withWindows));
  if (withWindows) {
    for (const [i, days] of otherWindowDays.entries())
      await replaceBoard(client, others[i] ?? '', boardOf(days, false));
    const kept = months ?? (await readCommandSettings(client)).leaderboardMonths;
    if (kept > 0) await rankMonth(client, monthOf(now), now);
    await deleteOldMonths(client, now, kept);
    const buildMs = Math.round(performance.now() - startedAt);
    await client.query('UPDATE boards b SET build_ms = $1 WHERE b.days = 7', [buildMs]);
  }
  await notifyReaders(client, id);
  return board;
}

const otherWindowDays = boardDays.filter((days) => days !== defaultDays);

async function notifyReaders(client: pg.Client, id: string): Promise<void> {
  await client.query('SELECT pg_notify($1, $2)', [boardChannel, id]);
}

/**
 * Whether the boards of other windows and games should be built: they are missing, cheap to build, or old. A moment far
 * in the future does not count as an age.
 */
async function areWindowsDue(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(`
    SELECT FROM boards b
    WHERE b.days = 7 AND b.build_ms >= 1000
      AND abs(date_part('epoch', clock_timestamp() - b.refreshed_at)) * 1000 < least(20 * b.build_ms::bigint, 3600000)`);
  return rowCount === 0;
}
