import pg from 'pg';
import { Window, windowEndingAt } from '../../figures/windows.js';
import { maxFigure } from '../../database/exact-figures.js';
import { analyzeGrownTables } from '../../database/analyze-grown-tables.js';
import { inTransaction } from '../../database/in-transaction.js';
import { rankGames } from './rank-games.js';
import { boardFigures, rankStreamers } from './rank-streamers.js';
import { refreshEventViewers } from './refresh-event-viewers.js';
import { refreshTotals } from './refresh-totals.js';
import { boardChannel, otherWindowDays } from '../../leaderboard/boards.js';
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

export interface RefreshResult {
  entries: number;
  seconds: number;
  /** Number of entries whose watchtime exceeds the largest figure. */
  capped: number;
  /** Whether another refresh, which began after this one was requested, has built the board. */
  skipped: boolean;
}

export function describeRefresh({ entries, seconds, capped, skipped }: RefreshResult): string[] {
  const board = formatQuantity(entries, 'entry', 'entries');
  if (skipped) return [`Another refresh rebuilt the leaderboard, which now has ${board}.`];
  const most = `The watchtime of ${formatQuantity(capped, 'entry', 'entries')} is ${maxFigure} or more, and shown as this value.`;
  return [`The leaderboard now has ${board} (${seconds.toFixed(1)} s).`, ...(capped > 0 ? [most] : [])];
}

export interface RefreshOptions {
  now?: Date;
  log?: (line: string) => void;
  isInBackground?: boolean;
}

/**
 * Builds the board of the thirty days up to `now`, by default the current moment, and replaces the previous board, in
 * one transaction: readers see the old board until the new one is complete. Also builds the boards of other windows and
 * of games; with `isInBackground`, only if they are due ({@link areWindowsDue}). Further transactions compute the viewers of
 * events and the totals, so that the board neither waits for them nor is lost if they fail.
 *
 * Refreshes wait for each other. After waiting, a refresh is skipped if another one began after its request and has
 * ended, since the other one has seen the same data.
 */
export async function refreshLeaderboard(
  client: pg.Client,
  { now, log = () => {}, isInBackground = false }: RefreshOptions = {},
): Promise<RefreshResult> {
  const startedAt = performance.now();
  const inOwnTransaction = <Result>(action: () => Promise<Result>): Promise<Result> =>
    inTransaction(client, async () => {
      await client.query(settings);
      if (isInBackground) await client.query(onOneProcessor);
      return action();
    });
  const result = await inOwnTransaction(async () => {
    const made = await lockRefreshes(client, log);
    const withWindows = !isInBackground || (await areWindowsDue(client));
    if (made && now === undefined && (made.withWindows || !withWindows)) {
      return { entries: made.entries, capped: 0, skipped: true };
    }
    const board = await replaceBoard(client, windowEndingAt(now ?? new Date()), withWindows);
    await analyzeGrownTables(client);
    return { ...board, skipped: false };
  });
  await inOwnTransaction(() => refreshEventViewers(client));
  await inOwnTransaction(() => refreshTotals(client, now ?? new Date()));
  return { ...result, seconds: (performance.now() - startedAt) / 1000 };
}

interface MadeBoard {
  entries: number;
  /** Whether it built the boards of other windows and games as well. */
  withWindows: boolean;
}

/**
 * Keeps other refreshes out until the transaction ends. Returns the board that was begun and finished while this
 * refresh waited; null without one.
 */
export async function lockRefreshes(client: pg.Client, log: (line: string) => void): Promise<MadeBoard | null> {
  // The sequence shows the board of a running refresh. After logical replication, which copies no sequences, it is behind.
  const { rows } = await client.query<{ is_locked: boolean; known_id: string }>(
    `SELECT greatest(CASE WHEN q.is_called THEN q.last_value ELSE 0 END, (SELECT max(b.id) FROM leaderboard_boards b)) AS known_id,
      EXISTS (
        SELECT FROM pg_catalog.pg_locks l
        WHERE l.relation = 'leaderboard_boards'::regclass AND l.mode = 'ShareUpdateExclusiveLock' AND l.granted
          AND l.database = (SELECT d.oid FROM pg_catalog.pg_database d WHERE d.datname = current_database())
      ) AS is_locked
    FROM leaderboard_boards_id_seq q`,
  );
  if (rows[0]?.is_locked) log('Another refresh is running; waiting for it to finish.');
  // A table lock, since every user may take an advisory lock. It blocks neither reads nor writes of the table.
  await client.query('LOCK TABLE leaderboard_boards IN SHARE UPDATE EXCLUSIVE MODE');
  const boards = await client.query<MadeBoard>(
    `SELECT b.entry_count AS entries, EXISTS (SELECT FROM window_boards w WHERE w.id > $1) AS "withWindows"
    FROM leaderboard_boards b WHERE b.id > $1 ORDER BY b.id DESC LIMIT 1`,
    [rows[0]?.known_id],
  );
  return boards.rows[0] ?? null;
}

/**
 * Frees the space of earlier boards for the next one, without waiting for autovacuum. Readers do not wait: returning
 * the space to the disk would lock them out, so it is kept. With `isInBackground`, it pauses as often as autovacuum does.
 */
export async function freeEarlierBoards(client: pg.Client, isInBackground: boolean): Promise<void> {
  const tables = [leaderboardTables, windowTables].flatMap(({ boards, entries }) => [boards, ...entries]);
  if (isInBackground) await client.query(`SET vacuum_cost_delay = '2ms'`);
  await client.query(`VACUUM (SKIP_LOCKED, TRUNCATE off) ${tables.join(', ')}`);
}

/**
 * Replaces the board inside a transaction of the caller, after waiting for other refreshes: a concurrent refresh would not
 * see the changes of this transaction, and could replace its board. A caller that also locks imports locks these first.
 */
export async function replaceBoardAt(client: pg.Client, now: Date, log: (line: string) => void): Promise<void> {
  await lockRefreshes(client, log);
  await replaceBoard(client, windowEndingAt(now));
}

type NewBoard = Pick<RefreshResult, 'entries' | 'capped'>;

/**
 * Runs the work of a refresh inside a transaction of the caller. The boards of other windows and games end at the same
 * moment.
 */
export async function replaceBoard(client: pg.Client, window: Window, withWindows = true): Promise<NewBoard> {
  const { rows } = await client.query<{ id: string }>(`
    SELECT setval(q.name, greatest(nextval(q.name), (SELECT max(b.id) + 1 FROM leaderboard_boards b))) AS id
    FROM (SELECT 'leaderboard_boards_id_seq'::regclass AS name) q`);
  const id = rows[0]?.id ?? '';
  await rankStreamers(client, id, window);
  const boards = await client.query<NewBoard>(insertBoard, [id, window.to, window.from]);
  await deleteEarlier(client, id, leaderboardTables);
  if (withWindows) await replaceWindows(client, id, window);
  await client.query('SELECT pg_notify($1, $2)', [boardChannel, id]);
  return boards.rows[0] as NewBoard;
}

async function replaceWindows(client: pg.Client, id: string, window: Window): Promise<void> {
  const startedAt = performance.now();
  for (const days of otherWindowDays) await rankStreamers(client, id, windowEndingAt(window.to, days), days);
  await rankGames(client, id, window);
  await deleteEarlier(client, id, windowTables);
  const ms = Math.round(performance.now() - startedAt);
  await client.query('INSERT INTO window_boards (id, refreshed_at, build_ms) VALUES ($1, $2, $3)', [id, window.to, ms]);
}

/** The board that was ranked last, with the coverage of its streams for the status. */
const insertBoard = `
  INSERT INTO leaderboard_boards AS b (
    id, refreshed_at, window_start, entry_count, tracked_since, last_seen_at, sample_count, largest_gap_seconds
  )
  SELECT $1, $2, $3, count(*), min(f.tracked_since), max(f.last_seen_at), COALESCE(sum(f.sample_count), 0),
    max(f.largest_gap_seconds)
  FROM ${boardFigures} f
  WHERE NOT f.is_before
  RETURNING b.entry_count AS entries, (
    SELECT count(*)::int FROM ${boardFigures} f WHERE NOT f.is_before AND f.watchtime >= ${maxFigure}
  ) AS capped`;

/**
 * Whether the boards of other windows and games should be built: they are missing, cheap to build, or old. A moment far
 * in the future does not count as an age.
 */
async function areWindowsDue(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(`
    SELECT FROM window_boards w
    WHERE w.build_ms >= 1000
      AND abs(date_part('epoch', clock_timestamp() - w.refreshed_at)) * 1000 < least(20 * w.build_ms::bigint, 3600000)`);
  return rowCount === 0;
}

const leaderboardTables = { boards: 'leaderboard_boards', entries: ['leaderboard_entries'] };
const windowTables = { boards: 'window_boards', entries: ['window_entries', 'game_entries', 'game_streamers'] };

async function deleteEarlier(client: pg.Client, id: string, tables: typeof windowTables): Promise<void> {
  for (const table of tables.entries) await client.query(`DELETE FROM ${table} e WHERE e.board_id <> $1`, [id]);
  await client.query(`DELETE FROM ${tables.boards} b WHERE b.id <> $1`, [id]);
}
