import { Injectable } from '@nestjs/common';
import { PrismaService } from '../../database/prisma.service.js';
import { Prisma } from '../../generated/prisma/client.js';
import { ViewerPointRow } from './viewer-point.response.js';
import { allTime } from '../../figures/time.js';
import { findSamples } from '../../figures/samples/stream-samples.js';
import { isWithin } from '../../figures/sample-sum.js';
import { graphOf, ViewerGraph } from './viewer-graph.js';

/** Limits for the number of points in a viewer graph. */
export interface SampledTime {
  started_at: string;
  /** The first and the last stored sample; null without samples. */
  first_at: string | null;
  last_at: string | null;
  /** Number of samples of the stream, including pruned samples. */
  sample_count: number | null;
  peak_viewers: number | null;
}

/** SQL for the viewer samples `v` that count of a stream `s`. */
const samplesOfStream = Prisma.raw(`v.stream_id = s.id AND ${isWithin('s')}`);

/** Uses SQL, because samples are read as arrays. */
@Injectable()
export class StreamViewersRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Returns the sampled time of a stream without reading its samples; null for an unknown stream. */
  async findSampledTime(id: bigint): Promise<SampledTime | null> {
    const sample = (order: Prisma.Sql) => Prisma.sql`(
      SELECT v.created_at FROM viewer_samples v WHERE ${samplesOfStream} ORDER BY v.created_at ${order} LIMIT 1
    )`;
    const [row] = await this.prisma.rows<SampledTime>(Prisma.sql`
      SELECT s.started_at, s.sample_count, s.peak_viewers, COALESCE(p.first_at, ${sample(Prisma.sql`ASC`)}) AS first_at,
        COALESCE(p.last_at, ${sample(Prisma.sql`DESC`)}) AS last_at
      FROM current_streams s
      LEFT JOIN packed_samples p ON p.stream_id = s.id AND p.last_at >= s.started_at
      WHERE s.id = ${id}`);
    return row ?? null;
  }

  /** Returns the graph of the parts of a stream that start in a range, as {@link graphOf}; null for an unknown stream. */
  async findGraph(
    id: bigint,
    partSeconds: number,
    { from, to } = allTime,
    limit?: number,
    peakViewers?: number | null,
  ): Promise<ViewerGraph<ViewerPointRow> | null> {
    const partMs = 1_000 * partSeconds;
    const samples = await findSamples(this.prisma, { id, from, to: to + partMs });
    return samples && graphOf(samples, { from, to, partMs }, limit, peakViewers);
  }
}
