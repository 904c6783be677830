import { Injectable } from '@nestjs/common';
import { streamerIdOf } from '../database/identifiers.js';
import { PrismaService } from '../database/prisma.service.js';
import { Prisma } from '../generated/prisma/client.js';
import { LeaderboardMetric, positions } from '../leaderboard/boards.js';
import { liveColumns, liveStreamOf } from '../streams/coverage.js';
import { Window, wholeMinutes, windowFiguresSql } from '../streams/thirty-day-window.js';
import { ListedStreamer } from './dto/listed-streamer.response.js';

/** The part of a list that is asked for. */
export interface StreamersPage {
  /** Only those who are live, or only those who are not. */
  live?: boolean | undefined;
  from: number;
  limit: number;
  /** Of the figures. */
  window: Window;
}

/**
 * SQL that keeps those streamers of a list that a page is about. It asks of one after the other, in the order of the list, until
 * the page is full: EXISTS would let the planner, which does not know the limit, join all streamers with all live streams.
 */
function liveOnly(id: Prisma.Sql, live: boolean | undefined): Prisma.Sql {
  if (live === undefined) return Prisma.empty;
  const found = Prisma.sql`(SELECT b.streamer_id FROM streams b WHERE b.streamer_id = ${id} AND b.ended_at IS NULL LIMIT 1)`;
  return live ? Prisma.sql`AND ${found} IS NOT NULL` : Prisma.sql`AND ${found} IS NULL`;
}

/** Lists of streamers are ranked by what no API of Prisma's can say, so they are SQL. */
@Injectable()
export class StreamersRepository {
  constructor(private readonly prisma: PrismaService) {}

  /**
   * The streamers whose login starts with a text, by login; then those whose display name has a word that starts with each word
   * of the text, by login and then by id.
   * MATERIALIZED keeps the planner from walking through all logins in their order.
   */
  search(text: string, { live, from, limit, window }: StreamersPage): Promise<ListedStreamer[]> {
    const enough = from + limit;
    const keep = liveOnly(Prisma.sql`s.id`, live);
    return this.list(
      window,
      Prisma.sql`
      WITH asked AS MATERIALIZED (
        SELECT btrim(fold_name(${text})) AS start, name_query(${text}) AS words
      ), started AS MATERIALIZED (
        SELECT s.id, s.login, 0 AS rank
        FROM streamers s
        WHERE s.login ~>=~ (SELECT a.start FROM asked a) AND s.login ~<~ (SELECT a.start || chr(1114111) FROM asked a) ${keep}
        ORDER BY s.login USING ~<~
        LIMIT ${enough}
      ), worded AS MATERIALIZED (
        SELECT s.id, s.login, 1 AS rank
        FROM streamers s
        WHERE name_index(s.display_name) @@ (SELECT a.words FROM asked a)
          AND (SELECT count(*) FROM started) < ${enough} ${keep}
      )
      SELECT m.id, row_number() OVER (ORDER BY m.rank, m.login USING ~<~, m.id) AS place
      FROM (
        SELECT t.id, t.login, t.rank FROM started t
        UNION ALL
        SELECT w.id, w.login, w.rank FROM worded w WHERE w.id NOT IN (SELECT t.id FROM started t)
      ) m
      ORDER BY place
      LIMIT ${limit} OFFSET ${from}`,
    );
  }

  /** A streamer as lists show it; null for an unknown one. */
  async find(name: string, window: Window): Promise<ListedStreamer | null> {
    const [streamer] = await this.list(
      window,
      Prisma.sql`SELECT n.id, 1 AS place FROM (SELECT ${streamerIdOf(name)} AS id) n WHERE n.id IS NOT NULL`,
    );
    return streamer ?? null;
  }

  /** The streamers by login; those without one last, by id. */
  listByName({ live, from, limit, window }: StreamersPage): Promise<ListedStreamer[]> {
    return this.list(
      window,
      Prisma.sql`
      SELECT s.id, row_number() OVER (ORDER BY s.login USING ~<~, s.id) AS place
      FROM streamers s
      WHERE TRUE ${liveOnly(Prisma.sql`s.id`, live)}
      ORDER BY s.login USING ~<~, s.id
      LIMIT ${limit} OFFSET ${from}`,
    );
  }

  /** The streamers on the newest board, by their positions by a metric; never of an older board than what was read before. */
  listByMetric(metric: LeaderboardMetric, { live, from, limit, window }: StreamersPage): Promise<ListedStreamer[]> {
    const position = positions[metric];
    const entries = Prisma.sql`
      SELECT e.streamer_id AS id, ${position} AS place
      FROM leaderboard_entries e
      WHERE e.board_id = (SELECT max(b.id) FROM leaderboard_boards b)`;
    const page =
      live === undefined
        ? Prisma.sql`
      AND ${position} >= ${from}::bigint AND ${position} < ${from}::bigint + ${limit}::int
      ORDER BY ${position}
      LIMIT ${limit}`
        : Prisma.sql`
      ${liveOnly(Prisma.sql`e.streamer_id`, live)}
      ORDER BY ${position}
      LIMIT ${limit} OFFSET ${from}`;
    return this.prisma.boardRows<ListedStreamer>(this.listed(window, Prisma.sql`${entries} ${page}`));
  }

  private list(window: Window, keys: Prisma.Sql): Promise<ListedStreamer[]> {
    return this.prisma.rows<ListedStreamer>(this.listed(window, keys));
  }

  /**
   * SQL for what lists show of streamers, of which `keys` selects the `id` and the `place`. Each is looked up by its id: for a
   * limit that it does not know, the planner would read all streamers, and all live streams without LIMIT 1.
   */
  private listed({ from, to }: Window, keys: Prisma.Sql): Prisma.Sql {
    return Prisma.sql`
      SELECT u.id::text AS id, COALESCE(u.login, u.id::text) AS name, u.display_name, u.profile_image,
        ${Prisma.raw(liveColumns)},
        (
          SELECT f.followers FROM follower_points f WHERE f.streamer_id = u.id ORDER BY f.created_at DESC LIMIT 1
        ) AS followers,
        (
          SELECT n.started_at FROM streams n WHERE n.streamer_id = u.id ORDER BY n.started_at DESC, n.id LIMIT 1
        ) AS last_stream_at,
        g.stream_count, g.total_minutes, g.avg_viewers, g.peak_viewers, g.watchtime
      FROM (${keys}) k
      CROSS JOIN LATERAL (SELECT a.* FROM streamers a WHERE a.id = k.id OFFSET 0) u
      CROSS JOIN (SELECT ${from}::timestamptz AS since, ${to}::timestamptz AS until) w
      LEFT JOIN LATERAL ${Prisma.raw(liveStreamOf('u.id', 'w.until'))} o ON TRUE
      CROSS JOIN LATERAL (
        SELECT ${windowFiguresSql}
        FROM (
          SELECT s.avg_viewers, s.peak_viewers, s.watchtime, ${Prisma.raw(wholeMinutes('w.until'))} AS minutes
          FROM current_streams s
          WHERE s.streamer_id = u.id AND s.started_at >= w.since AND s.started_at < w.until
        ) f
      ) g
      ORDER BY k.place`;
  }
}
