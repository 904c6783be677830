import pg from 'pg';
import { Window, wholeMinutes, windowEndingAt, windowFigures } from '../../streams/thirty-day-window.js';
import { inTransaction } from '../in-transaction.js';
import { countCapped } from './capped-entries.js';
import { refreshEventViewers } from './refresh-event-viewers.js';
import { boardChannel } from '../../leaderboard/board-channel.js';

export interface RefreshResult {
  /** How many streamers are on the board. */
  entries: number;
  seconds: number;
  /** How many entries have a watchtime that is more than a figure can be; left out where there are none. */
  capped?: number;
  /** Set where another refresh, which began after this one was asked for, has built the board. */
  skipped?: true;
}

// The sorts of a million streamers need about ten times as much memory as this; the rest goes to disk.
const settings = `
  SET LOCAL work_mem = '64MB';
  SET LOCAL jit = off;
  SET LOCAL statement_timeout = 0;
  SET LOCAL lock_timeout = 0;
  SET LOCAL idle_in_transaction_session_timeout = 0`;

/**
 * Builds the board of the thirty days up to `now`, by default the moment it begins, and puts it in place of the one
 * before, in one transaction: readers see the old board until the new one is complete.
 *
 * Refreshes wait for each other. A refresh that had to wait is skipped if another one began after it was asked for and has
 * ended: that one has seen all the data that this one would see.
 */
export async function refreshLeaderboard(
  client: pg.Client,
  now?: Date,
  log: (line: string) => void = () => {},
): Promise<RefreshResult> {
  const startedAt = performance.now();
  const result = await inTransaction(client, async () => {
    await client.query(settings);
    const made = await lockRefreshes(client, log);
    const skipped = made !== null && now === undefined;
    const entries = skipped ? made : await replaceBoard(client, windowEndingAt(now ?? new Date()));
    // This comes last, since it keeps imports from changing these events until the transaction ends.
    if (!skipped) await refreshEventViewers(client);
    const capped = await countCapped(client);
    return { entries, ...(capped > 0 ? { capped } : {}), ...(skipped ? { skipped } : {}) };
  });
  return { ...result, seconds: (performance.now() - startedAt) / 1000 };
}

/**
 * Keeps other refreshes out until the transaction ends. Answers the number of entries of a board that was begun and
 * finished while this one waited, null without one.
 */
export async function lockRefreshes(client: pg.Client, log: (line: string) => void): Promise<number | null> {
  const { rows } = await client.query<{ is_locked: boolean; newest_id: string }>(
    `SELECT CASE WHEN q.is_called THEN q.last_value ELSE 0 END AS newest_id,
      EXISTS (
        SELECT FROM pg_catalog.pg_locks l
        WHERE l.relation = 'leaderboard_boards'::regclass AND l.mode = 'ShareUpdateExclusiveLock' AND l.granted
          AND l.database = (SELECT d.oid FROM pg_catalog.pg_database d WHERE d.datname = current_database())
      ) AS is_locked
    FROM leaderboard_boards_id_seq q`,
  );
  if (rows[0]?.is_locked) log('Another refresh is running; waiting for it to finish.');
  // A lock of the table and no advisory lock, which every user may take. It keeps nobody from reading or writing the table.
  await client.query('LOCK TABLE leaderboard_boards IN SHARE UPDATE EXCLUSIVE MODE');
  const boards = await client.query<{ entry_count: number }>(
    'SELECT b.entry_count FROM leaderboard_boards b WHERE b.id > $1 ORDER BY b.id DESC LIMIT 1',
    [rows[0]?.newest_id],
  );
  return boards.rows[0]?.entry_count ?? null;
}

/**
 * Frees the space of earlier boards for the next one, without waiting for autovacuum. Readers do not wait: the space is
 * not given back to the disk, which would lock them out.
 */
export async function freeEarlierBoards(client: pg.Client): Promise<void> {
  await client.query('VACUUM (SKIP_LOCKED, TRUNCATE off) leaderboard_entries, leaderboard_boards');
}

/** What a refresh does, inside a transaction that the caller has opened; answers how many streamers are on the board. */
export async function replaceBoard(client: pg.Client, window: Window): Promise<number> {
  const { rows } = await client.query<{ id: string }>(`SELECT nextval('leaderboard_boards_id_seq') AS id`);
  const id = rows[0]?.id;
  await client.query('DROP TABLE IF EXISTS pg_temp.board_figures');
  await client.query(collectFigures(window));
  const { rowCount: entries } = await client.query(rankEntries, [id]);
  await client.query(
    'INSERT INTO leaderboard_boards (id, refreshed_at, window_start, entry_count) VALUES ($1, $2, $3, $4)',
    [id, window.to, window.from, entries],
  );
  await client.query('DELETE FROM leaderboard_entries e WHERE e.board_id <> $1', [id]);
  await client.query('DELETE FROM leaderboard_boards b WHERE b.id <> $1', [id]);
  await client.query('SELECT pg_notify($1, $2)', [boardChannel, id]);
  return entries ?? 0;
}

/**
 * The figures of each streamer, all as of one moment. Of the follower points it takes the last one there is and the
 * first one in the window: two index look-ups a streamer. PostgreSQL reads in parallel for a CREATE TABLE AS, which
 * takes no parameters, and not for an INSERT.
 */
function collectFigures({ from, to }: Window): string {
  const start = `TIMESTAMPTZ ${pg.escapeLiteral(from.toISOString())}`;
  const end = `TIMESTAMPTZ ${pg.escapeLiteral(to.toISOString())}`;
  return `
    CREATE TEMP TABLE board_figures ON COMMIT DROP AS
    SELECT g.streamer_id, COALESCE(u.login, u.id::text) AS name, u.display_name, g.watchtime::bigint, g.avg_viewers::bigint,
      g.peak_viewers, COALESCE(l.followers, 0) AS followers,
      CASE WHEN l.created_at >= ${start} THEN l.followers - o.followers ELSE 0 END AS follower_gain
    FROM (
      SELECT f.streamer_id, ${windowFigures}
      FROM (
        SELECT s.streamer_id, s.avg_viewers, s.peak_viewers, s.watchtime, ${wholeMinutes(end)} AS minutes
        FROM streams s
        WHERE s.started_at >= ${start} AND s.started_at < ${end}
      ) f
      GROUP BY f.streamer_id
    ) g
    JOIN streamers u ON u.id = g.streamer_id
    LEFT JOIN LATERAL (
      SELECT p.followers, p.created_at
      FROM follower_points p
      WHERE p.streamer_id = g.streamer_id AND p.created_at < ${end}
      ORDER BY p.created_at DESC
      LIMIT 1
    ) l ON TRUE
    LEFT JOIN LATERAL (
      SELECT p.followers
      FROM follower_points p
      WHERE p.streamer_id = g.streamer_id AND p.created_at >= ${start} AND p.created_at < ${end}
      ORDER BY p.created_at
      LIMIT 1
    ) o ON TRUE`;
}

/**
 * In the order of the primary key, so that a page of the default order is on few pages of the table; ordering by the
 * figure, which the last ranking sorts by anyway, spares a sort by the position.
 */
const rankEntries = `
  INSERT INTO leaderboard_entries (
    board_id, streamer_id, name, display_name, followers, watchtime, average_viewers, peak_viewers, follower_gain,
    watchtime_position, average_viewers_position, peak_viewers_position, followers_position, follower_gain_position
  )
  SELECT $1, f.streamer_id, f.name, f.display_name, f.followers, f.watchtime, f.avg_viewers, f.peak_viewers,
    f.follower_gain,
    row_number() OVER (ORDER BY f.watchtime DESC, f.streamer_id) - 1,
    row_number() OVER (ORDER BY f.avg_viewers DESC, f.streamer_id) - 1,
    row_number() OVER (ORDER BY f.peak_viewers DESC, f.streamer_id) - 1,
    row_number() OVER (ORDER BY f.followers DESC, f.streamer_id) - 1,
    row_number() OVER (ORDER BY f.follower_gain DESC, f.streamer_id) - 1
  FROM pg_temp.board_figures f
  ORDER BY f.watchtime DESC, f.streamer_id`;
