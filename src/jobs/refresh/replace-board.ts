import type pg from 'pg';
import { maxFigure } from '../../database/exact-figures.js';
import { platformNameOf } from '../../database/platforms/platform-ids.js';
import { writeRange } from '../../figures/time.js';
import { finalAfterMs } from '../../figures/windows.js';
import { rankGames } from './rank-games.js';
import { BoardToRank, boardFigures, rankStreamers } from './rank-streamers.js';

export interface NewBoard {
  entries: number;
  /** Number of entries whose watchtime exceeds the largest figure. */
  capped: number;
}

/** Returns new IDs of boards, in ascending order. After logical replication, which copies no sequences, the sequence is behind. */
export async function takeBoardIds(client: pg.Client, count: number): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT setval(q.name, greatest(nextval(q.name), (SELECT max(b.id) + 1 FROM boards b))) AS id
    FROM (SELECT 'boards_id_seq'::regclass AS name) q, generate_series(1, $1)`,
    [count],
  );
  return rows.map(({ id }) => id);
}

/**
 * Ranks the streamers, and with `hasGames` the games, of a window, and replaces the previous board of this window. Otherwise,
 * the board keeps the games of the previous one.
 */
export async function replaceBoard(client: pg.Client, id: string, board: BoardToRank): Promise<NewBoard> {
  const startedAt = performance.now();
  const { days, month, window, now, hasGames } = board;
  await rankStreamers(client, id, board);
  if (hasGames) await rankGames(client, id, board);
  const buildMs = Math.round(performance.now() - startedAt);
  const { from, to } = writeRange(window);
  const earlier = await deleteBoards(client, 'b.days = $1::smallint OR b.month = $2::text', [days, month]);
  const gamesId = hasGames ? id : earlier[0];
  const values = [id, days, month, from, to, now, buildMs, gamesId];
  const { rows } = await client.query<NewBoard>(insertBoardSql, values);
  await deleteGames(client, earlier);
  return rows[0] as NewBoard;
}

/** More streamers are sampled: a look-up of the first stream of each one of a million would take seconds. */
const sampledStreamers = 10_000;

/**
 * Streamers are known from the first sweep of the collector of their platform or, without a collector, from their first stream. A
 * board is known when half of its streamers are, so of two platforms, the one with most streamers decides.
 */
const selectKnownSince = `
  SELECT COALESCE(jsonb_object_agg(COALESCE(m.platform, 'all'), m.since), '{}') AS since
  FROM (
    SELECT o.platform, percentile_disc(0.5) WITHIN GROUP (ORDER BY o.since) AS since
    FROM (
      SELECT p.platform, COALESCE(c.since, (
        SELECT min(s.started_at) FROM streams s WHERE c.platform IS NULL AND s.streamer_id = f.streamer_id
      )) AS since
      FROM ${boardFigures} f
      CROSS JOIN LATERAL (SELECT ${platformNameOf('f.streamer_id')} AS platform) p
      LEFT JOIN collector_sweeps c ON c.platform = p.platform
      WHERE NOT f.is_before AND hashint8(f.streamer_id) % (
        SELECT 1 + count(*) / ${sampledStreamers} FROM ${boardFigures} a WHERE NOT a.is_before
      ) = 0
    ) o
    GROUP BY GROUPING SETS ((o.platform), ())
    HAVING count(*) > 0
  ) m`;

/** The board of a month is final if the month is over and none of its streams is live, or {@link finalAfterMs} after its end. */
const insertBoardSql = `
  INSERT INTO boards AS b (
    id, days, month, window_start, window_end, refreshed_at, is_final, build_ms, entry_count, games_id, game_count,
    language_counts, known_since, tracked_since, last_seen_at, sample_count, largest_gap_seconds
  )
  SELECT $1::bigint, $2::smallint, $3::text, $4::timestamptz, $5::timestamptz, $6::timestamptz,
    $3::text IS NOT NULL AND $6::timestamptz >= $5::timestamptz AND (
      $6::timestamptz >= $5::timestamptz + interval '${finalAfterMs} ms' OR NOT EXISTS (
        SELECT FROM live_streams l JOIN streams s ON s.id = l.stream_id WHERE s.started_at >= $4 AND s.started_at < $5
      )
    ),
    $7::int, c.entries, $8::bigint, g.games, l.languages, k.since, c.tracked_since, c.last_seen_at, c.sample_count, c.largest_gap_seconds
  FROM (
    SELECT count(*) AS entries, min(f.tracked_since) AS tracked_since, max(f.last_seen_at) AS last_seen_at,
      COALESCE(sum(f.sample_count), 0) AS sample_count, max(f.largest_gap_seconds) AS largest_gap_seconds
    FROM ${boardFigures} f
    WHERE NOT f.is_before
  ) c
  CROSS JOIN (SELECT count(*) AS games FROM game_entries e WHERE e.board_id = $8::bigint) g
  CROSS JOIN (
    SELECT COALESCE(jsonb_object_agg(n.language, n.entries), '{}') AS languages
    FROM (
      SELECT f.language, count(*) AS entries
      FROM ${boardFigures} f
      WHERE NOT f.is_before AND f.language IS NOT NULL
      GROUP BY f.language
    ) n
  ) l
  CROSS JOIN (${selectKnownSince}) k
  RETURNING b.entry_count AS entries, (
    SELECT count(*)::int FROM ${boardFigures} f WHERE NOT f.is_before AND f.watchtime >= ${maxFigure}
  ) AS capped`;

/** Deletes boards `b` with their entries, and returns the `games_id` of those with games, for {@link deleteGames}. */
export async function deleteBoards(
  client: pg.Client,
  condition: string,
  values: readonly unknown[],
): Promise<string[]> {
  const { rows } = await client.query<{ games_id: string }>(
    `WITH gone AS (DELETE FROM boards b WHERE ${condition} RETURNING b.id, b.games_id),
      emptied AS (DELETE FROM board_entries e USING gone g WHERE e.board_id = g.id),
      left_board AS (DELETE FROM previous_positions p USING gone g WHERE p.board_id = g.id)
    SELECT g.games_id FROM gone g WHERE g.games_id IS NOT NULL`,
    [...values],
  );
  return rows.map(({ games_id }) => games_id);
}

/** Deletes games of deleted boards. The board that replaced one can have the same games. */
export async function deleteGames(client: pg.Client, gamesIds: readonly string[]): Promise<void> {
  if (gamesIds.length === 0) return;
  for (const table of ['game_entries', 'game_streamers']) {
    await client.query(
      `DELETE FROM ${table} e
      WHERE e.board_id = ANY ($1) AND NOT EXISTS (SELECT FROM boards b WHERE b.games_id = e.board_id)`,
      [gamesIds],
    );
  }
}
