import { Injectable } from '@nestjs/common';
import { PrismaService } from '../../database/prisma.service.js';
import { Prisma } from '../../generated/prisma/client.js';
import { ViewerPointRow } from './viewer-point.response.js';
import { GraphRange } from './graph-range.js';
import { PackedSamples, unpacked } from '../../figures/samples/packed-samples.js';
import { HeldSamples, meansOfParts } from './part-means.js';
import { isWithin } from '../../figures/sample-sum.js';
import { thinned } from '../../figures/thinning.js';

/** Limits for the number of points in a viewer graph. */
export interface SampledTime {
  started_at: string;
  /** The first and the last stored sample; null without samples. */
  first_at: string | null;
  last_at: string | null;
  /** Number of samples of the stream, including pruned samples. */
  sample_count: number | null;
}

/** One count of viewers. */
export interface ViewerSample {
  created_at: string;
  viewers: number;
}

export interface ViewerGraph<Point> {
  points: Point[];
  /** The first of the highest samples; null without samples. */
  peak: ViewerSample | null;
}

/** The samples of a stream as rows or packed. The columns of the other form are null. */
interface SamplesRow extends PackedSamples {
  started_at: string;
  end: number | null;
  offsets: number[] | null;
  viewers: number[] | null;
}

/** SQL for the viewer samples `v` that count of a stream `s`. */
const samplesOfStream = Prisma.raw(`v.stream_id = s.id AND ${isWithin('s')}`);

/**
 * Reads viewer samples, up to tens of thousands per stream, as two arrays. {@link meansOfParts} computes the points
 * with much less CPU time than SQL.
 */
@Injectable()
export class StreamViewersRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Returns the sampled time of a stream without reading its samples; null for an unknown stream. */
  async findSampledTime(id: bigint): Promise<SampledTime | null> {
    const sample = (order: Prisma.Sql) => Prisma.sql`(
      SELECT v.created_at FROM viewer_samples v WHERE ${samplesOfStream} ORDER BY v.created_at ${order} LIMIT 1
    )`;
    const [row] = await this.prisma.rows<SampledTime>(Prisma.sql`
      SELECT s.started_at, s.sample_count, COALESCE(p.first_at, ${sample(Prisma.sql`ASC`)}) AS first_at,
        COALESCE(p.last_at, ${sample(Prisma.sql`DESC`)}) AS last_at
      FROM current_streams s
      LEFT JOIN packed_samples p ON p.stream_id = s.id AND p.last_at >= s.started_at
      WHERE s.id = ${id}`);
    return row ?? null;
  }

  /**
   * Returns the mean viewers of each interval in a range that has a sample, oldest first, {@link thinned} to at most
   * `limit`, and the first of the highest samples in the range; null for an unknown stream. A sample from before an
   * interval counts until the next sample.
   */
  async findGraph(
    id: bigint,
    partSeconds: number,
    range: GraphRange = {},
    limit = Infinity,
  ): Promise<ViewerGraph<ViewerPointRow> | null> {
    const row = await this.findSamples(id, partSeconds, range);
    if (row === null) return null;
    const startMs = Date.parse(row.started_at);
    const partMs = partSeconds * 1_000;
    const samples = heldSamples(row);
    const { parts, means } = meansOfParts(samples, partMs);
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
    const points = Array.from(kept, (i) => {
      const part = inRange.parts[i] as number;
      const created_at = new Date(startMs + part * partMs).toISOString();
      return { viewers: inRange.means[i] as number, created_at, offset_seconds: part * partSeconds };
    });
    return { points, peak: peakOf(samples, startMs, [first * partMs, end * partMs]) };
  }

  /**
   * Returns the samples of the intervals that start in a range, with the sample before and the sample after them. For a
   * packed stream, returns all samples, because a packed array cannot be read from the middle. They stay packed here:
   * unpack_samples would take twenty times as long.
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
      LEFT JOIN packed_samples p ON p.stream_id = s.id AND p.last_at >= s.started_at
      CROSS JOIN LATERAL (SELECT ${startOf(from)} AS since, ${startOf(to)} AS until) r
      CROSS JOIN LATERAL (
        SELECT (
          SELECT max(v.created_at) FROM viewer_samples v
          WHERE ${samplesOfStream} AND v.created_at < r.since
        ) AS earlier, (
          SELECT min(v.created_at) FROM viewer_samples v
          WHERE ${samplesOfStream} AND v.created_at >= r.until
        ) AS later
      ) n
      CROSS JOIN LATERAL (
        SELECT array_agg((date_part('epoch', v.created_at - s.started_at) * 1000)::bigint ORDER BY v.created_at)
            AS offsets,
          array_agg(v.viewers ORDER BY v.created_at) AS viewers
        FROM viewer_samples v
        WHERE ${samplesOfStream}
          AND v.created_at >= COALESCE(n.earlier, '-infinity') AND v.created_at <= COALESCE(n.later, 'infinity')
      ) a
      WHERE s.id = ${id}`);
    return row ?? null;
  }
}

/** Returns the samples from the start to the end of a stream, both inclusive. */
function heldSamples({ end, offsets, viewers, ...packed }: SamplesRow): HeldSamples {
  if (offsets !== null && viewers !== null) return { offsets, viewers, end };
  const all = unpacked(packed);
  const first = firstFrom(all.offsets, 0);
  const last = firstFrom(all.offsets, (end ?? Infinity) + 1);
  return { offsets: all.offsets.slice(first, last), viewers: all.viewers.slice(first, last), end };
}

/** Returns the first of the highest samples whose offset is in `[from, end)`. */
function peakOf(
  { offsets, viewers }: HeldSamples,
  startMs: number,
  [from, end]: [number, number],
): ViewerSample | null {
  let best: number | undefined;
  offsets.forEach((offset, i) => {
    const isHigher = best === undefined || (viewers[i] ?? 0) > (viewers[best] ?? 0);
    if (isHigher && offset >= from && offset < end) best = i;
  });
  if (best === undefined) return null;
  return { created_at: new Date(startMs + (offsets[best] ?? 0)).toISOString(), viewers: viewers[best] ?? 0 };
}

/** Returns the index of the first number that is at least `bound`, in ascending numbers; the length if no number is. */
function firstFrom(numbers: readonly number[], bound: number): number {
  const index = numbers.findIndex((number) => number >= bound);
  return index === -1 ? numbers.length : index;
}
