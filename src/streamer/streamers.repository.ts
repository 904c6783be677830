import { Injectable } from '@nestjs/common';
import { selectStreamerId } from '../database/identifiers.js';
import { PlatformName } from '../config/platforms.js';
import { andOfPlatform, platformColumns, isInLanguage } from '../database/list-filters.js';
import { bareLogin } from '../database/platforms/platform-ids.js';
import { PrismaService } from '../database/prisma.service.js';
import { Prisma } from '../generated/prisma/client.js';
import { LeaderboardMetric, positions, selectBoardId } from '../leaderboard/boards.js';
import { lastSeenColumns, selectLiveStream } from '../figures/coverage.js';
import { selectLastFollowers } from '../figures/count-gain.js';
import { TimeRange } from '../figures/time.js';
import { defaultDays, momentSql, wholeMinutes, windowFiguresSql } from '../figures/windows.js';
import { ListedStreamer, SimilarStreamer } from './dto/listed-streamer.response.js';
import { selectTypos } from './one-typo.js';
import { selectMatches, maxMatches } from './streamer-matches.js';

/** Selects a page of a list. */
export interface StreamersPage {
  /** Limits the list to live streamers (true) or offline streamers (false). */
  live?: boolean | undefined;
  platform?: PlatformName | undefined;
  /** Limits a list by a metric to a language range. */
  language?: string | undefined;
  from: number;
  limit: number;
  /** The window of the figures. */
  window: TimeRange;
}

/**
 * Returns SQL that filters streamers by their live state. It checks one streamer at a time, in list order, until the
 * page is full. With EXISTS, the planner, which does not know the limit, would join all streamers with all live
 * streams.
 */
function liveOnly(id: Prisma.Sql, live: boolean | undefined): Prisma.Sql {
  if (live === undefined) return Prisma.empty;
  const found = Prisma.sql`(SELECT b.streamer_id FROM streams b WHERE b.streamer_id = ${id} AND b.ended_at IS NULL LIMIT 1)`;
  return live ? Prisma.sql`AND ${found} IS NOT NULL` : Prisma.sql`AND ${found} IS NULL`;
}

/** Uses SQL, because Prisma's API cannot express these rankings. */
@Injectable()
export class StreamersRepository {
  constructor(private readonly prisma: PrismaService) {}

  /**
   * Returns a page of the first {@link maxMatches} streamers that match a text: by match, then by followers, login and ID.
   * See {@link selectMatches}. `total` is the number of matches, at most one more than {@link maxMatches}; 0 past the end.
   */
  async search(
    text: string,
    { live, platform, from, limit, window }: StreamersPage,
  ): Promise<{ streamers: ListedStreamer[]; total: number }> {
    const keys = Prisma.sql`
      SELECT r.id, r.place, least(r.found, ${maxMatches + 1}) AS found
      FROM (
        SELECT s.id, count(*) OVER () AS found,
          row_number() OVER (ORDER BY m.rank, f.followers DESC NULLS LAST, s.login USING ~<~, s.id) AS place
        FROM (${selectMatches(text, Prisma.sql`${liveOnly(Prisma.sql`s.id`, live)}${andOfPlatform('s.id', platform)}`)}) m
        JOIN streamers s ON s.id = m.id
        LEFT JOIN LATERAL ${Prisma.raw(selectLastFollowers('m.id'))} f ON TRUE
        ORDER BY place
        LIMIT ${maxMatches}
      ) r
      ORDER BY r.place
      LIMIT ${limit} OFFSET ${from}`;
    const listed = this.listed(window, keys, Prisma.sql`, k.found`);
    const streamers = await this.prisma.rows<ListedStreamer & { found?: number }>(listed);
    const total = streamers[0]?.found ?? 0;
    for (const streamer of streamers) delete streamer.found;
    return { streamers, total };
  }

  /**
   * Returns streamers whose login or display name starts with a text that differs from the given text by one typo
   * ({@link selectTypos}): whole names first, each by followers, login and ID. The index looks up each typo: with one query for
   * all typos, it would compare each entry with each typo.
   */
  listSimilar(text: string, limit: number): Promise<SimilarStreamer[]> {
    const key = Prisma.raw(`name_key(${bareLogin('s.login')})`);
    return this.prisma.rows<SimilarStreamer>(Prisma.sql`
      WITH asked AS MATERIALIZED (
        SELECT t.typos, ARRAY(SELECT ('''^' || u.typo || ''':*')::tsquery FROM unnest(t.typos) u(typo)) AS starts
        FROM ${selectTypos(text)} t
      ), found AS MATERIALIZED (
        SELECT s.id, s.login, s.display_name,
          COALESCE(${key} = ANY(a.typos), FALSE) OR name_key(s.display_name) = ANY(a.typos) AS is_whole
        FROM streamers s, asked a
        WHERE name_parts(s.login, s.display_name) @@ ANY (a.starts)
        LIMIT ${maxMatches}
      )
      SELECT s.id::text AS id, COALESCE(s.login, s.id::text) AS name, s.display_name
      FROM found s
      LEFT JOIN LATERAL ${Prisma.raw(selectLastFollowers('s.id'))} f ON TRUE
      ORDER BY s.is_whole DESC, f.followers DESC NULLS LAST, s.login USING ~<~, s.id
      LIMIT ${limit}`);
  }

  /** Returns a streamer with the fields of a list; null for an unknown streamer. */
  async find(name: string, window: TimeRange): Promise<ListedStreamer | null> {
    const [streamer] = await this.list(
      window,
      Prisma.sql`SELECT n.id, 1 AS place FROM (SELECT ${selectStreamerId(name)} AS id) n WHERE n.id IS NOT NULL`,
    );
    return streamer ?? null;
  }

  /** Returns the streamers by login. Streamers without a login come last, by ID. */
  listByName({ live, platform, from, limit, window }: StreamersPage): Promise<ListedStreamer[]> {
    return this.list(
      window,
      Prisma.sql`
      SELECT s.id, row_number() OVER (ORDER BY s.login USING ~<~, s.id) AS place
      FROM streamers s
      WHERE TRUE ${liveOnly(Prisma.sql`s.id`, live)}${andOfPlatform('s.id', platform)}
      ORDER BY s.login USING ~<~, s.id
      LIMIT ${limit} OFFSET ${from}`,
    );
  }

  /** Returns the streamers on the newest board by their position. Never uses an older board than an earlier query. */
  listByMetric(
    metric: LeaderboardMetric,
    { live, platform, language, from, limit, window }: StreamersPage,
  ): Promise<ListedStreamer[]> {
    const position = positions[metric];
    const entries = Prisma.sql`
      SELECT e.streamer_id AS id, ${position} AS place
      FROM board_entries e
      WHERE e.board_id = ${selectBoardId(defaultDays)} ${language === undefined ? Prisma.empty : Prisma.sql`AND ${isInLanguage(Prisma.sql`e.language`, language)}`}${andOfPlatform('e.streamer_id', platform)}`;
    const page =
      live === undefined && platform === undefined && language === undefined
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

  private list(window: TimeRange, keys: Prisma.Sql): Promise<ListedStreamer[]> {
    return this.prisma.rows<ListedStreamer>(this.listed(window, keys));
  }

  /**
   * Returns SQL for the list fields of streamers. `keys` selects their `id` and `place`, and `more` other
   * columns of `keys`. Each streamer is looked up by
   * ID: the planner does not know the limit and would read all streamers, and without LIMIT 1 all live streams.
   */
  private listed({ from, to }: TimeRange, keys: Prisma.Sql, more: Prisma.Sql = Prisma.empty): Prisma.Sql {
    return Prisma.sql`
      SELECT u.id::text AS id, COALESCE(u.login, u.id::text) AS name, u.display_name, u.profile_image,
        ${Prisma.raw(lastSeenColumns)}, ${Prisma.raw(selectLastFollowers('u.id'))} AS followers,
        (
          SELECT n.started_at FROM streams n WHERE n.streamer_id = u.id ORDER BY n.started_at DESC, n.id LIMIT 1
        ) AS last_stream_at,
        (
          SELECT e.language FROM board_entries e WHERE e.board_id = ${selectBoardId(defaultDays)} AND e.streamer_id = u.id
        ) AS language,
        g.stream_count, g.total_minutes, g.avg_viewers, g.peak_viewers, g.watchtime, ${platformColumns('streamers', 'u.id')}${more}
      FROM (${keys}) k
      CROSS JOIN LATERAL (SELECT a.* FROM streamers a WHERE a.id = k.id OFFSET 0) u
      CROSS JOIN (SELECT ${momentSql(from)} AS since, ${momentSql(to)} AS until) w
      LEFT JOIN LATERAL ${Prisma.raw(selectLiveStream('u.id', 'w.until'))} o ON TRUE
      CROSS JOIN LATERAL (
        SELECT ${Prisma.raw(windowFiguresSql)}
        FROM (
          SELECT s.avg_viewers, s.peak_viewers, s.watchtime, ${Prisma.raw(wholeMinutes('w.until'))} AS minutes
          FROM current_streams s
          WHERE s.streamer_id = u.id AND s.started_at >= w.since AND s.started_at < w.until
        ) f
      ) g
      ORDER BY k.place`;
  }
}
