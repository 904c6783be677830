import { Injectable } from '@nestjs/common';
import { roundedQuotient } from '../database/exact-figures.js';
import { PrismaService } from '../database/prisma.service.js';
import { Prisma } from '../generated/prisma/client.js';
import { ViewerPointRow } from './dto/viewer-point.response.js';
import { GraphRange } from './graph-range.js';
import { heldUntil, samplesOfStream } from './sample-hold.js';
import { thinned } from './thinning.js';

/** Into how many parts with a sample a stream is cut by parts of a length. */
export interface PartCount {
  part_seconds: number;
  parts: number;
}

/** SQL for the mean of the holds `h` of a part, weighted by time; where that is no time, of its samples. */
const meanViewers = Prisma.raw(`
  COALESCE(
    ${roundedQuotient(
      'sum(h.viewers * h.seconds + h.earlier_viewers * h.earlier_seconds)',
      'sum(h.seconds + h.earlier_seconds)',
    )},
    ${roundedQuotient('sum(h.viewers)', 'count(*)')}
  )::bigint`);

/** What viewer samples tell of a stream: aggregates over up to thousands of them, so SQL. */
@Injectable()
export class StreamViewersRepository {
  constructor(private readonly prisma: PrismaService) {}

  /**
   * The mean viewers in parts of a stream's time, of each part in a range that has a sample, oldest first, at most `limit`; null
   * for an unknown stream. A sample holds until the next one, the last until the stream's end, and for no time while it is
   * live; each part counts what holds in it, also what was sampled before it.
   */
  async listViewerPoints(
    id: bigint,
    partSeconds: number,
    limit: number,
    range: GraphRange = {},
  ): Promise<ViewerPointRow[] | null> {
    const rows = await this.prisma.rows<ViewerPointRow | { created_at: null }>(Prisma.sql`
      SELECT p.figure AS viewers, p.created_at, p.offset_seconds
      FROM streams s
      LEFT JOIN LATERAL (
        ${meansOfParts(partSeconds, range)}
        ORDER BY h.part_at
        LIMIT ${limit}
      ) p ON TRUE
      WHERE s.id = ${id}
      ORDER BY p.created_at`);
    if (rows.length === 0) return null;
    return rows.filter((row): row is ViewerPointRow => row.created_at !== null);
  }

  /** The same points, all of them, {@link thinned} to at most `limit`; [] for an unknown stream. */
  listThinnedViewerPoints(
    id: bigint,
    partSeconds: number,
    limit: number,
    range: GraphRange,
  ): Promise<ViewerPointRow[]> {
    const points = Prisma.sql`
      SELECT p.figure, p.created_at, p.offset_seconds
      FROM streams s
      CROSS JOIN LATERAL (${meansOfParts(partSeconds, range)}) p
      WHERE s.id = ${id}`;
    const columns = Prisma.sql`k.figure AS viewers, k.created_at, k.offset_seconds`;
    return this.prisma.rows<ViewerPointRow>(thinned(points, columns, limit));
  }

  /** For each of some lengths, how many parts of a stream's time in a range have a sample; [] for an unknown stream. */
  countParts(id: bigint, partSeconds: readonly number[], range: GraphRange = {}): Promise<PartCount[]> {
    const { from = '-infinity', to = 'infinity' } = range;
    return this.prisma.rows<PartCount>(Prisma.sql`
      SELECT l.part_seconds, (
        SELECT count(DISTINCT p.part_at)
        FROM all_viewer_samples v
        CROSS JOIN LATERAL date_bin(make_interval(secs => l.part_seconds), v.created_at, s.started_at) p(part_at)
        WHERE ${Prisma.raw(samplesOfStream)} AND p.part_at >= ${from}::timestamptz AND p.part_at < ${to}::timestamptz
      ) AS parts
      FROM streams s
      CROSS JOIN unnest(${partSeconds}::int[]) l(part_seconds)
      WHERE s.id = ${id}
      ORDER BY l.part_seconds`);
  }
}

/** SQL for the parts of the time of a stream `s` that begin in a range and have a sample, each with its mean as `figure`. */
function meansOfParts(partSeconds: number, { from = '-infinity', to = 'infinity' }: GraphRange): Prisma.Sql {
  const part = Prisma.sql`make_interval(secs => ${partSeconds})`;
  return Prisma.sql`
    SELECT h.part_at AS created_at, extract(epoch FROM h.part_at - s.started_at)::int AS offset_seconds,
      ${meanViewers} AS figure
    FROM (
      SELECT q.part_at, q.viewers, extract(epoch FROM least(q.next_at, q.part_at + ${part}) - q.created_at) AS seconds,
        COALESCE(q.earlier_viewers, 0) AS earlier_viewers,
        CASE WHEN q.earlier_at < q.part_at THEN extract(epoch FROM q.created_at - q.part_at) ELSE 0 END
          AS earlier_seconds
      FROM (
        SELECT v.viewers, v.created_at, date_bin(${part}, v.created_at, s.started_at) AS part_at,
          lag(v.viewers) OVER stream AS earlier_viewers, lag(v.created_at) OVER stream AS earlier_at,
          COALESCE(${Prisma.raw(heldUntil('s.ended_at'))}, v.created_at) AS next_at
        FROM all_viewer_samples v
        WHERE ${Prisma.raw(samplesOfStream)}
        WINDOW stream AS (PARTITION BY v.stream_id ORDER BY v.created_at)
      ) q
      WHERE q.part_at >= ${from}::timestamptz AND q.part_at < ${to}::timestamptz
    ) h
    GROUP BY h.part_at`;
}
