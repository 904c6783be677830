import type pg from 'pg';
import { defaultDays } from '../../figures/windows.js';

interface MadeBoard {
  entries: number;
  /** Whether it built the boards of other windows and games as well. */
  withWindows: boolean;
}

/**
 * Keeps other refreshes out until the transaction ends. Returns the board that another refresh began and finished while this one
 * waited, otherwise null.
 */
export async function lockRefreshes(client: pg.Client, log: (line: string) => void): Promise<MadeBoard | null> {
  // The sequence shows the board of a running refresh. After logical replication, which copies no sequences, it is behind.
  const { rows } = await client.query<{ is_locked: boolean; known_id: string }>(
    `SELECT greatest(CASE WHEN q.is_called THEN q.last_value ELSE 0 END, (SELECT max(b.id) FROM boards b)) AS known_id,
      EXISTS (
        SELECT FROM pg_catalog.pg_locks l
        WHERE l.relation = 'boards'::regclass AND l.mode = 'ShareUpdateExclusiveLock' AND l.granted
          AND l.database = (SELECT d.oid FROM pg_catalog.pg_database d WHERE d.datname = current_database())
      ) AS is_locked
    FROM boards_id_seq q`,
  );
  if (rows[0]?.is_locked) log('Another refresh is running; waiting for it to finish.');
  // A table lock, since every user may take an advisory lock. It blocks neither reads nor writes of the table.
  await client.query('LOCK TABLE boards IN SHARE UPDATE EXCLUSIVE MODE');
  const boards = await client.query<MadeBoard>(
    `SELECT b.entry_count AS entries, EXISTS (SELECT FROM boards w WHERE w.days = 7 AND w.id > $1) AS "withWindows"
    FROM boards b WHERE b.days = ${defaultDays} AND b.id > $1`,
    [rows[0]?.known_id],
  );
  return boards.rows[0] ?? null;
}
