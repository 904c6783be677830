import pg from 'pg';
import { entryFields } from '../../leaderboard/entry-fields.js';
import { Window, wholeMinutes, windowEndingAt, windowFigures } from '../../streams/thirty-day-window.js';
import { refreshEventViewers } from './refresh-event-viewers.js';

export interface RefreshResult {
  /** How many streamers are on the board. */
  entries: number;
  seconds: number;
  /** Set where another refresh, which began after this one was asked for, has made the board. */
  skipped?: true;
}

/** What listeners of PostgreSQL's NOTIFY hear of a new board, with its id, once it can be read. */
export const refreshedChannel = 'leaderboard_refreshed';

/** Serialises refreshes; any constant will do that nothing else in the database uses. */
const lockKey = 7_204_061_003;

// The sorts of a million streamers take some ten times as much memory as this in all; the rest of them goes to disk.
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
 * Refreshes wait for each other. One that had to wait skips its turn if another, begun after it was asked for, is done
 * by then: that one has seen all the data that this one was to see.
 */
export async function refreshLeaderboard(
  client: pg.Client,
  now?: Date,
  log: (line: string) => void = () => {},
): Promise<RefreshResult> {
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1000;
  await client.query('BEGIN');
  try {
    await client.query(settings);
    const made = await lockRefreshes(client, log);
    const skipped = made !== null && now === undefined;
    const entries = skipped ? made : await replaceBoard(client, windowEndingAt(now ?? new Date()));
    // The last thing, since it keeps imports from changing these events.
    if (!skipped) await refreshEventViewers(client);
    await client.query('COMMIT');
    return { entries, seconds: seconds(), ...(skipped ? { skipped } : {}) };
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

/**
 * Keeps other refreshes out until the transaction ends. Answers the number of entries of a board that was begun and
 * finished while this one waited, null without one.
 */
async function lockRefreshes(client: pg.Client, log: (line: string) => void): Promise<number | null> {
  const { rows } = await client.query<{ locked: boolean; newest_id: string }>(
    `SELECT pg_try_advisory_xact_lock($1) AS locked, CASE WHEN q.is_called THEN q.last_value ELSE 0 END AS newest_id
    FROM leaderboard_boards_id_seq q`,
    [lockKey],
  );
  if (rows[0]?.locked) return null;
  log('Another refresh is running; waiting for it to finish.');
  await client.query('SELECT pg_advisory_xact_lock($1)', [lockKey]);
  const boards = await client.query<{ entry_count: number }>(
    'SELECT b.entry_count FROM leaderboard_boards b WHERE b.id > $1 ORDER BY b.id DESC LIMIT 1',
    [rows[0]?.newest_id],
  );
  return boards.rows[0]?.entry_count ?? null;
}

/**
 * Frees the space of earlier boards for the next one, whether or not autovacuum comes in time. Readers go on: what would
 * lock them out, giving space back to the disk, is left out.
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
  await client.query('SELECT pg_notify($1, $2)', [refreshedChannel, id]);
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
 * figure, which the last ranking sorts by anyway, spares a sort by the position. An entry that JSON can't carry exactly
 * has none, so that asking for it fails.
 */
const rankEntries = `
  INSERT INTO leaderboard_entries (
    board_id, streamer_id, name, display_name, followers, watchtime, average_viewers, peak_viewers, follower_gain,
    watchtime_position, average_viewers_position, peak_viewers_position, followers_position, follower_gain_position,
    entry_json
  )
  SELECT $1, f.streamer_id, f.name, f.display_name, f.followers, f.watchtime, f.avg_viewers, f.peak_viewers,
    f.follower_gain,
    row_number() OVER (ORDER BY f.watchtime DESC, f.streamer_id) - 1,
    row_number() OVER (ORDER BY f.avg_viewers DESC, f.streamer_id) - 1,
    row_number() OVER (ORDER BY f.peak_viewers DESC, f.streamer_id) - 1,
    row_number() OVER (ORDER BY f.followers DESC, f.streamer_id) - 1,
    row_number() OVER (ORDER BY f.follower_gain DESC, f.streamer_id) - 1,
    CASE WHEN f.watchtime <= ${Number.MAX_SAFE_INTEGER} THEN row_to_json(j)::text END
  FROM pg_temp.board_figures f
  CROSS JOIN LATERAL (SELECT ${entryFields}) j
  ORDER BY f.watchtime DESC, f.streamer_id`;
