import { Injectable } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service.js';
import { Prisma } from '../generated/prisma/client.js';
import { ViewerPointRow } from './dto/viewer-point.response.js';
import { GraphRange } from './graph-range.js';
import { PackedSamples, unpacked } from './packed-samples.js';
import { HeldSamples, meansOfParts } from './part-means.js';
import { samplesOfStream } from './sample-hold.js';
import { thinned } from './thinning.js';

/** What limits how many points a viewer graph can have. */
export interface SampledTime {
  started_at: string;
  /** The first and the last sample that is stored; null without one. */
  first_at: string | null;
  last_at: string | null;
  /** Samples of the stream, with those that were pruned. */
  sample_count: number | null;
}

/** The samples of a stream as rows or packed; of one of the two all columns are null. */
interface SamplesRow extends PackedSamples {
  started_at: string;
  end: number | null;
  offsets: number[] | null;
  viewers: number[] | null;
}

/**
 * Viewer samples, up to tens of thousands of a stream. PostgreSQL returns them as two arrays, and {@link meansOfParts} makes the
 * points in a small part of the processor time that SQL would take.
 */
@Injectable()
export class StreamViewersRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** When a stream was sampled, without reading its samples; null for an unknown stream. */
  async findSampledTime(id: bigint): Promise<SampledTime | null> {
    const sample = (order: Prisma.Sql) => Prisma.sql`(
      SELECT v.created_at FROM viewer_samples v WHERE ${Prisma.raw(samplesOfStream)} ORDER BY v.created_at ${order} LIMIT 1
    )`;
    const [row] = await this.prisma.rows<SampledTime>(Prisma.sql`
      SELECT s.started_at, s.sample_count, COALESCE(p.first_at, ${sample(Prisma.sql`ASC`)}) AS first_at,
        COALESCE(p.last_at, ${sample(Prisma.sql`DESC`)}) AS last_at
      FROM current_streams s
      LEFT JOIN packed_samples p ON p.stream_id = s.id
      WHERE s.id = ${id}`);
    return row ?? null;
  }

  /**
   * The mean viewers in parts of a stream's time, of each part in a range that has a sample, oldest first, {@link thinned} if they are
   * more than `limit`; null for an unknown stream. Each part counts what holds in it, also what was sampled before it.
   */
  async listViewerPoints(
    id: bigint,
    partSeconds: number,
    range: GraphRange = {},
    limit = Infinity,
  ): Promise<ViewerPointRow[] | null> {
    const row = await this.findSamples(id, partSeconds, range);
    if (row === null) return null;
    const startMs = Date.parse(row.started_at);
    const partMs = partSeconds * 1_000;
    const { parts, means } = meansOfParts(heldSamples(row), partMs);
    const partAt = (moment: string) => Math.ceil((Date.parse(moment) - startMs) / partMs);
    const [first, end] = [partAt(range.from ?? row.started_at), range.to === undefined ? Infinity : partAt(range.to)];
    const begin = firstFrom(parts, first);
    const inRange = { parts: parts.slice(begin, firstFrom(parts, end)), means: means.slice(begin) };
    const kept =
      inRange.parts.length > limit
        ? thinned(
            inRange.parts.map((part) => part * partMs),
            inRange.means,
            limit,
          )
        : inRange.parts.keys();
    return Array.from(kept, (i) => {
      const part = inRange.parts[i] as number;
      const created_at = new Date(startMs + part * partMs).toISOString();
      return { viewers: inRange.means[i] as number, created_at, offset_seconds: part * partSeconds };
    });
  }

  /**
   * The samples of the parts that begin in a range, with the one before and the one after them. Of a packed stream all are read:
   * an array cannot be read from its middle. They are read as they are packed, which takes a twentieth of the time of unpack_samples.
   */
  private async findSamples(id: bigint, partSeconds: number, range: GraphRange): Promise<SamplesRow | null> {
    const { from = '-infinity', to = 'infinity' } = range;
    const part = Prisma.sql`make_interval(secs => ${partSeconds})`;
    const startOf = (moment: string) =>
      Prisma.sql`date_bin(${part}, ${moment}::timestamptz - interval '1 millisecond', s.started_at) + ${part}`;
    const [row] = await this.prisma.rows<SamplesRow>(Prisma.sql`
      SELECT s.started_at, (date_part('epoch', s.ended_at - s.started_at) * 1000)::bigint AS end, a.offsets, a.viewers,
        (date_part('epoch', p.first_at - s.started_at) * 1000)::bigint AS first_offset, p.first_viewers, p.step_ms,
        p.sample_count, p.time_steps, p.long_time_steps, p.viewer_steps, p.long_viewer_steps
      FROM streams s
      LEFT JOIN packed_samples p ON p.stream_id = s.id
      CROSS JOIN LATERAL (SELECT ${startOf(from)} AS since, ${startOf(to)} AS until) r
      CROSS JOIN LATERAL (
        SELECT (
          SELECT max(v.created_at) FROM viewer_samples v
          WHERE ${Prisma.raw(samplesOfStream)} AND v.created_at < r.since
        ) AS earlier, (
          SELECT min(v.created_at) FROM viewer_samples v
          WHERE ${Prisma.raw(samplesOfStream)} AND v.created_at >= r.until
        ) AS later
      ) n
      CROSS JOIN LATERAL (
        SELECT array_agg((date_part('epoch', v.created_at - s.started_at) * 1000)::bigint ORDER BY v.created_at)
            AS offsets,
          array_agg(v.viewers ORDER BY v.created_at) AS viewers
        FROM viewer_samples v
        WHERE ${Prisma.raw(samplesOfStream)}
          AND v.created_at >= COALESCE(n.earlier, '-infinity') AND v.created_at <= COALESCE(n.later, 'infinity')
      ) a
      WHERE s.id = ${id}`);
    return row ?? null;
  }
}

/** The samples of a stream's time, of which the moments of its start and its end are parts. */
function heldSamples({ end, offsets, viewers, ...packed }: SamplesRow): HeldSamples {
  if (offsets !== null && viewers !== null) return { offsets, viewers, end };
  const all = unpacked(packed);
  const first = firstFrom(all.offsets, 0);
  const last = firstFrom(all.offsets, (end ?? Infinity) + 1);
  return { offsets: all.offsets.slice(first, last), viewers: all.viewers.slice(first, last), end };
}

/** The index of the first of some ascending numbers that is not below a bound; their number if all are. */
function firstFrom(numbers: readonly number[], bound: number): number {
  const index = numbers.findIndex((number) => number >= bound);
  return index === -1 ? numbers.length : index;
}
