import { Injectable } from '@nestjs/common';
import { roundedQuotient } from '../database/exact-figures.js';
import { PrismaService } from '../database/prisma.service.js';
import { Prisma } from '../generated/prisma/client.js';
import { ViewerPointRow } from './dto/viewer-point.response.js';
import { heldUntil, samplesOfStream } from './sample-hold.js';

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
   * The mean viewers in parts of a stream's time, of each part that has a sample, oldest first, at most `limit`; null for
   * an unknown stream. A sample holds until the next one, the last until the stream's end, and for no time while it is
   * live; each part counts what holds in it, also what was sampled before it.
   */
  async listViewerPoints(id: bigint, partSeconds: number, limit: number): Promise<ViewerPointRow[] | null> {
    const part = Prisma.sql`make_interval(secs => ${partSeconds})`;
    const rows = await this.prisma.rows<ViewerPointRow | { created_at: null }>(Prisma.sql`
      SELECT p.viewers, p.created_at, p.offset_seconds
      FROM streams s
      LEFT JOIN LATERAL (
        SELECT h.part_at AS created_at, extract(epoch FROM h.part_at - s.started_at)::int AS offset_seconds,
          ${meanViewers} AS viewers
        FROM (
          SELECT q.part_at, q.viewers, extract(epoch FROM least(q.next_at, q.part_at + ${part}) - q.created_at) AS seconds,
            COALESCE(q.earlier_viewers, 0) AS earlier_viewers,
            CASE WHEN q.earlier_at < q.part_at THEN extract(epoch FROM q.created_at - q.part_at) ELSE 0 END
              AS earlier_seconds
          FROM (
            SELECT v.viewers, v.created_at, date_bin(${part}, v.created_at, s.started_at) AS part_at,
              lag(v.viewers) OVER stream AS earlier_viewers, lag(v.created_at) OVER stream AS earlier_at,
              COALESCE(${Prisma.raw(heldUntil('s.ended_at'))}, v.created_at) AS next_at
            FROM viewer_samples v
            WHERE ${Prisma.raw(samplesOfStream)}
            WINDOW stream AS (PARTITION BY v.stream_id ORDER BY v.created_at)
          ) q
        ) h
        GROUP BY h.part_at
        ORDER BY h.part_at
        LIMIT ${limit}
      ) p ON TRUE
      WHERE s.id = ${id}
      ORDER BY p.created_at`);
    if (rows.length === 0) return null;
    return rows.filter((row): row is ViewerPointRow => row.created_at !== null);
  }

  /** For each of some lengths, how many parts of a stream's time have a sample; [] for an unknown stream. */
  countParts(id: bigint, partSeconds: readonly number[]): Promise<PartCount[]> {
    return this.prisma.rows<PartCount>(Prisma.sql`
      SELECT l.part_seconds, (
        SELECT count(DISTINCT date_bin(make_interval(secs => l.part_seconds), v.created_at, s.started_at))
        FROM viewer_samples v
        WHERE ${Prisma.raw(samplesOfStream)}
      ) AS parts
      FROM streams s
      CROSS JOIN unnest(${partSeconds}::int[]) l(part_seconds)
      WHERE s.id = ${id}
      ORDER BY l.part_seconds`);
  }
}
