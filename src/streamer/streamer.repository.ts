import { Injectable } from '@nestjs/common';
import { inBatches } from '../database/reads/batches.js';
import { streamerIdOf, streamerIdsOf } from '../database/identifiers.js';
import { PrismaService } from '../database/prisma.service.js';
import { Prisma } from '../generated/prisma/client.js';
import { GraphRange } from '../streams/viewers/graph-range.js';
import { liveColumns, liveStreamOf } from '../figures/coverage.js';
import { thinned } from '../figures/thinning.js';
import { Window, wholeMinutes, windowFiguresSql } from '../figures/windows.js';
import { FollowerPoint } from './dto/follower-point.response.js';
import { StreamerProfile } from './dto/listed-streamer.response.js';
import { WindowFigures } from './dto/window-figures.js';

interface StatsKey {
  name: string;
  window: Window;
  /** The time up to which a live stream counts. The default is the end of the window. */
  now?: Date;
}

interface RangeKey extends GraphRange {
  name: string;
}

interface PointsKey extends RangeKey {
  limit: number;
}

interface PointsRow {
  is_known: boolean;
  followers: number[];
  moments: string[];
}

/** SQL for the follower points `f` of a streamer `u` in a range `r`. */
const pointsInRange = Prisma.sql`
  SELECT f.followers, f.created_at
  FROM follower_points f
  WHERE f.streamer_id = u.id AND f.created_at >= r.since AND f.created_at < r.until`;

/** Uses SQL, because figures and graphs are aggregates and are read often. Most queries serve several requests. */
@Injectable()
export class StreamerRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Returns the channel ID of a streamer; null for an unknown streamer. */
  readonly findId = inBatches((names: readonly string[]) => this.listIds(names));

  private async listIds(names: readonly string[]): Promise<(bigint | null)[]> {
    const rows = await this.prisma.rows<{ id: string | null }>(
      Prisma.sql`SELECT u.id::text AS id FROM ${streamerIdsOf(names)} u ORDER BY u.place`,
    );
    return rows.map(({ id }) => (id === null ? null : BigInt(id)));
  }

  /** Returns a {@link StreamerProfile} as of `now`; null for an unknown streamer. */
  async findProfile(name: string, now: Date): Promise<StreamerProfile | null> {
    const [row] = await this.prisma.rows<StreamerProfile>(Prisma.sql`
      SELECT u.display_name, ${Prisma.raw(liveColumns)},
        (SELECT f.followers FROM follower_points f WHERE f.streamer_id = u.id ORDER BY f.created_at DESC LIMIT 1)
          AS followers
      FROM streamers u
      CROSS JOIN (SELECT ${now}::timestamptz AS now) w
      LEFT JOIN LATERAL ${Prisma.raw(liveStreamOf('u.id', 'w.now'))} o ON TRUE
      WHERE u.id = ${streamerIdOf(name)}`);
    return row ?? null;
  }

  private readonly findStats = inBatches((asked: readonly StatsKey[]) => this.listWindowStats(asked));

  /** Returns the figures of the streams that started in a window, or zeros; null for an unknown streamer. */
  findWindowStats(name: string, window: Window, now = window.to): Promise<WindowFigures | null> {
    return this.findStats({ name, window, now });
  }

  /** Returns {@link findWindowStats} for several streamers, in the given order, with one query. */
  async listWindowStats(asked: readonly StatsKey[]): Promise<(WindowFigures | null)[]> {
    const rows = await this.prisma.rows<WindowFigures & { is_known: boolean }>(Prisma.sql`
      SELECT u.id IS NOT NULL AS is_known,
        g.stream_count, g.total_minutes, g.avg_viewers, g.peak_viewers, g.watchtime
      FROM ${streamerIdsOf(asked.map(({ name }) => name))} u
      CROSS JOIN LATERAL (
        SELECT (${asked.map(({ window }) => window.from)}::timestamptz[])[u.place] AS since,
          (${asked.map(({ window }) => window.to)}::timestamptz[])[u.place] AS until,
          (${asked.map(({ window, now = window.to }) => now)}::timestamptz[])[u.place] AS now
      ) w
      CROSS JOIN LATERAL (
        SELECT ${windowFiguresSql}
        FROM (
          SELECT s.avg_viewers, s.peak_viewers, s.watchtime, ${Prisma.raw(wholeMinutes('w.now'))} AS minutes
          FROM current_streams s
          WHERE s.streamer_id = u.id AND s.started_at >= w.since AND s.started_at < w.until
        ) f
      ) g
      ORDER BY u.place`);
    return rows.map(({ is_known, ...stats }) => (is_known ? stats : null));
  }

  private readonly findPoints = inBatches((asked: readonly PointsKey[]) => this.listFirstPoints(asked));

  /** Returns the oldest follower points in a range, at most `limit`, oldest first; null for an unknown streamer. */
  listFollowerPoints(name: string, limit: number, range: GraphRange = {}): Promise<FollowerPoint[] | null> {
    return this.findPoints({ name, limit, ...range });
  }

  private listFirstPoints(asked: readonly PointsKey[]): Promise<(FollowerPoint[] | null)[]> {
    const limit = Prisma.sql`(${asked.map((key) => key.limit)}::int[])[u.place]`;
    return this.listPoints(asked, Prisma.sql`${pointsInRange} ORDER BY f.created_at LIMIT ${limit}`);
  }

  private readonly findEnds = inBatches((asked: readonly RangeKey[]) => this.listEnds(asked));

  /** Returns the first and last follower point in a range: 0 to 2 points. Null for an unknown streamer. */
  listEndPoints(name: string, range: GraphRange = {}): Promise<FollowerPoint[] | null> {
    return this.findEnds({ name, ...range });
  }

  private listEnds(asked: readonly RangeKey[]): Promise<(FollowerPoint[] | null)[]> {
    const endOf = (order: Prisma.Sql) => Prisma.sql`(${pointsInRange} ORDER BY f.created_at ${order} LIMIT 1)`;
    return this.listPoints(asked, Prisma.sql`${endOf(Prisma.sql`ASC`)} UNION ${endOf(Prisma.sql`DESC`)}`);
  }

  /** Returns the points as two arrays per streamer, because many small rows are slow to read. */
  private async listPoints(asked: readonly RangeKey[], points: Prisma.Sql): Promise<(FollowerPoint[] | null)[]> {
    const rows = await this.prisma.rows<PointsRow>(Prisma.sql`
      SELECT u.id IS NOT NULL AS is_known, p.followers, p.moments
      FROM ${streamerIdsOf(asked.map(({ name }) => name))} u
      CROSS JOIN LATERAL (
        SELECT (${asked.map(({ from = '-infinity' }) => from)}::timestamptz[])[u.place] AS since,
          (${asked.map(({ to = 'infinity' }) => to)}::timestamptz[])[u.place] AS until
      ) r
      CROSS JOIN LATERAL (
        SELECT COALESCE(array_agg(q.followers ORDER BY q.created_at), '{}') AS followers,
          COALESCE(array_agg(q.created_at ORDER BY q.created_at), '{}') AS moments
        FROM (${points}) q
      ) p
      ORDER BY u.place`);
    return rows.map(({ is_known, followers, moments }) =>
      is_known ? moments.map((created_at, i) => ({ followers: followers[i] as number, created_at })) : null,
    );
  }

  /** Returns the follower points in a range, {@link thinned} to at most `limit`, oldest first. */
  async listThinnedFollowerPoints(name: string, limit: number, range: GraphRange = {}): Promise<FollowerPoint[]> {
    const { from = '-infinity', to = 'infinity' } = range;
    const [row] = await this.prisma.rows<{ followers: number[] | null; moments: number[] | null }>(Prisma.sql`
      SELECT array_agg(f.followers ORDER BY f.created_at) AS followers,
        array_agg((date_part('epoch', f.created_at) * 1000)::bigint ORDER BY f.created_at) AS moments
      FROM follower_points f
      WHERE f.streamer_id = ${streamerIdOf(name)}
        AND f.created_at >= ${from}::timestamptz AND f.created_at < ${to}::timestamptz`);
    const { followers, moments } = { followers: row?.followers ?? [], moments: row?.moments ?? [] };
    return thinned(moments, followers, limit).map((i) => ({
      followers: followers[i] as number,
      created_at: new Date(moments[i] as number).toISOString(),
    }));
  }
}
