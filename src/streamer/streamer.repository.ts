import { Injectable } from '@nestjs/common';
import { inBatches } from '../database/batches.js';
import { streamerIdOf, streamerIdsOf } from '../database/identifiers.js';
import { PrismaService } from '../database/prisma.service.js';
import { Prisma } from '../generated/prisma/client.js';
import { Window, wholeMinutes, windowFiguresSql } from '../streams/thirty-day-window.js';
import { FollowerPoint } from './dto/follower-point.response.js';
import { ThirtyDayStats } from './dto/thirty-day-stats.response.js';

interface StatsKey {
  name: string;
  window: Window;
}

interface PointsKey {
  name: string;
  limit: number;
}

interface PointsRow {
  is_known: boolean;
  followers: number[];
  moments: string[];
}

/** Figures and follower graphs are aggregates, and hot, so they are SQL; most of it answers several requests at once. */
@Injectable()
export class StreamerRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** The channel id of a streamer; null for an unknown one. */
  async findId(name: string): Promise<bigint | null> {
    const [row] = await this.prisma.rows<{ id: string | null }>(Prisma.sql`SELECT ${streamerIdOf(name)}::text AS id`);
    return row?.id ? BigInt(row.id) : null;
  }

  private readonly findStats = inBatches((asked: readonly StatsKey[]) => this.listWindowStats(asked));

  /** The figures of the streams that started in a window, zeros without any; null for an unknown streamer. */
  findWindowStats(name: string, window: Window): Promise<ThirtyDayStats | null> {
    return this.findStats({ name, window });
  }

  /** The {@link findWindowStats} of each of several streamers, in their order, with one query. */
  async listWindowStats(asked: readonly StatsKey[]): Promise<(ThirtyDayStats | null)[]> {
    const rows = await this.prisma.rows<ThirtyDayStats & { is_known: boolean }>(Prisma.sql`
      SELECT u.id IS NOT NULL AS is_known,
        g.stream_count, g.total_minutes, g.avg_viewers, g.peak_viewers, g.watchtime
      FROM ${streamerIdsOf(asked.map(({ name }) => name))} u
      CROSS JOIN LATERAL (
        SELECT (${asked.map(({ window }) => window.from)}::timestamptz[])[u.place] AS since,
          (${asked.map(({ window }) => window.to)}::timestamptz[])[u.place] AS until
      ) w
      CROSS JOIN LATERAL (
        SELECT ${windowFiguresSql}
        FROM (
          SELECT s.avg_viewers, s.peak_viewers, s.watchtime, ${Prisma.raw(wholeMinutes('w.until'))} AS minutes
          FROM streams s
          WHERE s.streamer_id = u.id AND s.started_at >= w.since AND s.started_at < w.until
        ) f
      ) g
      ORDER BY u.place`);
    return rows.map(({ is_known, ...stats }) => (is_known ? stats : null));
  }

  private readonly findPoints = inBatches((asked: readonly PointsKey[]) => this.listFirstPoints(asked));

  /** A streamer's oldest follower points, at most `limit`, oldest first; null for an unknown streamer. */
  listFollowerPoints(name: string, limit: number): Promise<FollowerPoint[] | null> {
    return this.findPoints({ name, limit });
  }

  /** A streamer's points as two arrays: of many small rows most of the time goes into what is around their values. */
  private async listFirstPoints(asked: readonly PointsKey[]): Promise<(FollowerPoint[] | null)[]> {
    const rows = await this.prisma.rows<PointsRow>(Prisma.sql`
      SELECT u.id IS NOT NULL AS is_known, p.followers, p.moments
      FROM ${streamerIdsOf(asked.map(({ name }) => name))} u
      CROSS JOIN LATERAL (
        SELECT COALESCE(array_agg(q.followers ORDER BY q.created_at), '{}') AS followers,
          COALESCE(array_agg(q.created_at ORDER BY q.created_at), '{}') AS moments
        FROM (
          SELECT f.followers, f.created_at
          FROM follower_points f
          WHERE f.streamer_id = u.id
          ORDER BY f.created_at
          LIMIT (${asked.map(({ limit }) => limit)}::int[])[u.place]
        ) q
      ) p
      ORDER BY u.place`);
    return rows.map(({ is_known, followers, moments }) =>
      is_known ? moments.map((created_at, i) => ({ followers: followers[i] as number, created_at })) : null,
    );
  }

  /**
   * All of a streamer's history in at most `limit` follower points, oldest first: its time is cut into `limit` - 1
   * equal parts, of each the earliest point is taken, and the last point ends it. In whole milliseconds: fractions round
   * the last point into the part before, which would lose it.
   */
  async listThinnedFollowerPoints(name: string, limit: number): Promise<FollowerPoint[]> {
    return this.prisma.rows<FollowerPoint>(Prisma.sql`
      WITH history AS (
        SELECT q.streamer_id, min(q.created_at) AS first_at, max(q.created_at) AS last_at
        FROM follower_points q
        WHERE q.streamer_id = ${streamerIdOf(name)}
        GROUP BY q.streamer_id
      ), parted AS (
        SELECT q.followers, q.created_at,
          (date_part('epoch', q.created_at - h.first_at) * 1000)::bigint * (${limit}::int - 1)
            / (date_part('epoch', h.last_at - h.first_at) * 1000)::bigint AS part
        FROM history h
        JOIN follower_points q ON q.streamer_id = h.streamer_id
      )
      SELECT DISTINCT ON (t.part) t.followers, t.created_at
      FROM parted t
      ORDER BY t.part, t.created_at
      LIMIT ${limit}`);
  }
}
