import { Injectable } from '@nestjs/common';
import { channelCounts, CountName } from '../config/channel-counts.js';
import { aggregateColumns } from '../database/columns.js';
import { selectStreamerId, streamerById } from '../database/identifiers.js';
import { PrismaService } from '../database/prisma.service.js';
import { countWork } from '../database/reads/work.js';
import { Prisma } from '../generated/prisma/client.js';
import { lastSeenColumns, selectLiveStream } from '../figures/coverage.js';
import { selectGain, selectLastFollowers } from '../figures/count-gain.js';
import { thinned } from '../figures/thinning.js';
import { allTime, TimeRange } from '../figures/time.js';
import { isIn, momentSql, wholeMinutes, windowFiguresSql } from '../figures/windows.js';
import { ChannelPoints, CountPoint } from './dto/channel-points.response.js';
import { StreamerProfile } from './dto/listed-streamer.response.js';
import { WindowFigures } from './dto/window-stats.response.js';

// A request can ask for the figures of 100 streamers, which then need one statement.
const maxStreamers = 100;

type PointColumns = Readonly<Record<string, readonly unknown[]>>;

/** Returns a point of arrays of columns. A gain has no details. */
function toPoint<Of extends CountName>(of: Of, row: PointColumns, i: number, created_at: string): ChannelPoints[Of] {
  const values = channelCounts[of].columns.map((column) => [column, row[column]?.[i] ?? null]);
  return { ...(Object.fromEntries(values) as Omit<ChannelPoints[Of], 'created_at'>), created_at } as ChannelPoints[Of];
}

/** Uses SQL, because figures and graphs are aggregates and are read often. */
@Injectable()
export class StreamerRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Returns the channel ID of a streamer; null for an unknown streamer. */
  async findId(name: string): Promise<bigint | null> {
    const row = await this.prisma.batchedRow<{ id: string } | null>(
      Prisma.sql`SELECT u.id::text AS id FROM ${streamerById(name)} u`,
    );
    return row && BigInt(row.id);
  }

  /** Returns a {@link StreamerProfile} as of `now`; null for an unknown streamer. */
  async findProfile(name: string, now: Date): Promise<StreamerProfile | null> {
    const [row] = await this.prisma.rows<StreamerProfile>(Prisma.sql`
      SELECT u.display_name, ${Prisma.raw(lastSeenColumns)}, ${Prisma.raw(selectLastFollowers('u.id'))} AS followers
      FROM streamers u
      CROSS JOIN (SELECT ${now}::timestamptz AS now) w
      LEFT JOIN LATERAL ${Prisma.raw(selectLiveStream('u.id', 'w.now'))} o ON TRUE
      WHERE u.id = ${selectStreamerId(name)}`);
    return row ?? null;
  }

  /**
   * Returns the figures of the streams that started in a window, or zeros; null for an unknown streamer. A live stream
   * counts up to `now`.
   */
  async findWindowStats(name: string, window: TimeRange, now = new Date(window.to)): Promise<WindowFigures | null> {
    const figures = Prisma.sql`
      SELECT g.stream_count, g.total_minutes, g.avg_viewers, g.peak_viewers, g.watchtime
      FROM ${streamerById(name)} u
      CROSS JOIN (SELECT ${now}::timestamptz AS now) w
      CROSS JOIN LATERAL (
        SELECT ${Prisma.raw(windowFiguresSql)}
        FROM (
          SELECT s.avg_viewers, s.peak_viewers, s.watchtime, ${Prisma.raw(wholeMinutes('w.now'))} AS minutes
          FROM current_streams s
          WHERE s.streamer_id = u.id AND ${isIn('s.started_at', window)}
        ) f
      ) g`;
    const row = await this.prisma.batchedRow<WindowFigures | null>(figures, maxStreamers);
    // Its coverage reads the same streams.
    countWork('stream', 2 * (row?.stream_count ?? 0));
    return row;
  }

  /**
   * Returns the time from which a streamer is known: the start of the current watch, or of the first stream if that is earlier.
   * Null without both, and for an unknown streamer.
   */
  async findKnownSince(name: string): Promise<string | null> {
    const row = await this.prisma.batchedRow<{ known_since: string | null } | null>(
      Prisma.sql`
        SELECT least(
          (SELECT min(w.watched_since) FROM watched_channels w WHERE w.streamer_id = u.id AND w.watched_until IS NULL),
          (SELECT min(s.started_at) FROM streams s WHERE s.streamer_id = u.id)
        ) AS known_since
        FROM ${streamerById(name)} u`,
      maxStreamers,
    );
    return row && row.known_since;
  }

  /** Returns whether a stream that started in a window is live; null for an unknown streamer. */
  async hasLiveStream(name: string, window: TimeRange): Promise<boolean | null> {
    const row = await this.prisma.batchedRow<{ is_live: boolean } | null>(Prisma.sql`
      SELECT EXISTS (
        SELECT
        FROM current_streams s
        WHERE s.streamer_id = u.id AND s.ended_at IS NULL AND ${isIn('s.started_at', window)}
      ) AS is_live
      FROM ${streamerById(name)} u`);
    return row && row.is_live;
  }

  /** Returns the oldest points of a count in a range, at most `limit`, oldest first; null for an unknown streamer. */
  listPoints<Of extends CountName>(of: Of, name: string, limit: number, range = allTime) {
    const { table, columns } = channelCounts[of];
    return this.readPoints(
      of,
      name,
      Prisma.sql`
        SELECT ${Prisma.raw(qualify('f', columns))}, f.created_at
        FROM ${Prisma.raw(table)} f
        WHERE f.streamer_id = u.id AND ${isIn('f.created_at', range)}
        ORDER BY f.created_at
        LIMIT ${limit}::int`,
    );
  }

  /** Returns the counts between which a streamer gained followers or subscribers in a range: 0 to 2 points. Null for an unknown streamer. */
  listGainPoints(of: CountName, name: string, { from, to } = allTime): Promise<CountPoint[] | null> {
    const count = Prisma.raw(of);
    return this.readPoints(
      of,
      name,
      Prisma.sql`
        SELECT DISTINCT f.${count}, f.created_at
        FROM (SELECT ${momentSql(from)} AS since, ${momentSql(to)} AS until) w
        CROSS JOIN LATERAL ${Prisma.raw(selectGain(of, 'u.id', 'w.since', 'w.until'))} g
        CROSS JOIN LATERAL (VALUES (g.start_${count}, g.start_counted_at), (g.${count}, g.counted_at)) f(${count}, created_at)
        WHERE g.start_counted_at IS NOT NULL`,
      [of],
    );
  }

  /** Returns points of a streamer `u` as an array per column, because many small rows are slow to read. */
  private async readPoints<Of extends CountName>(
    of: Of,
    name: string,
    points: Prisma.Sql,
    columns: readonly string[] = channelCounts[of].columns,
  ): Promise<ChannelPoints[Of][] | null> {
    const row = await this.prisma.batchedRow<(PointColumns & { moments: string[] }) | null>(Prisma.sql`
      SELECT ${Prisma.raw(qualify('p', columns))}, p.moments
      FROM ${streamerById(name)} u
      CROSS JOIN LATERAL (
        SELECT ${aggregateColumns('q', { arrays: [...columns] }, 'q.created_at')},
          COALESCE(array_agg(q.created_at ORDER BY q.created_at), '{}') AS moments
        FROM (${points}) q
      ) p`);
    countWork('sample', row?.moments.length ?? 0);
    return row && row.moments.map((created_at, i) => toPoint(of, row, i, created_at));
  }

  /** Returns the points of a count in a range, {@link thinned} to at most `limit`, oldest first. */
  async listThinnedPoints<Of extends CountName>(
    of: Of,
    name: string,
    limit: number,
    range = allTime,
  ): Promise<ChannelPoints[Of][]> {
    const { table, columns } = channelCounts[of];
    const [row = { moments: [] }] = await this.prisma.rows<PointColumns & { moments: number[] }>(Prisma.sql`
      SELECT ${aggregateColumns('f', { arrays: [...columns] }, 'f.created_at')},
        COALESCE(array_agg((date_part('epoch', f.created_at) * 1000)::bigint ORDER BY f.created_at), '{}') AS moments
      FROM ${Prisma.raw(table)} f
      WHERE f.streamer_id = ${selectStreamerId(name)} AND ${isIn('f.created_at', range)}`);
    const { moments } = row;
    countWork('sample', moments.length);
    const counts = (row as PointColumns)[of] as number[] | undefined;
    return thinned(moments, counts ?? [], limit).map((i) =>
      toPoint(of, row, i, new Date(moments[i] as number).toISOString()),
    );
  }
}

function qualify(alias: string, columns: readonly string[]): string {
  return columns.map((column) => `${alias}.${column}`).join(', ');
}
