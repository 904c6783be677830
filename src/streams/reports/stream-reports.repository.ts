import { Injectable } from '@nestjs/common';
import { PrismaService } from '../../database/prisma.service.js';
import { findSamples, readSamples, SampledRange, StreamSamples } from '../../figures/samples/stream-samples.js';
import { TimeRange } from '../../figures/time.js';
import { isIn } from '../../figures/windows.js';
import { Prisma } from '../../generated/prisma/client.js';

/** Uses SQL, because samples are read as arrays. */
@Injectable()
export class StreamReportsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Reads the samples of streams, with the index of each range. */
  readSamples(ranges: readonly SampledRange[]): AsyncGenerator<[StreamSamples, number]> {
    return readSamples(this.prisma, ranges);
  }

  /** Returns the samples of a stream; null for an unknown stream. */
  findSamples(range: SampledRange): Promise<StreamSamples | null> {
    return findSamples(this.prisma, range);
  }

  /** Returns the highest peak of the streams of a streamer that started in a window; null if none is known. */
  async findPeak(streamerId: string, window: TimeRange): Promise<number | null> {
    const row = await this.prisma.batchedRow<{ peak: number } | null>(Prisma.sql`
      SELECT max(s.peak_viewers) AS peak
      FROM current_streams s
      WHERE s.streamer_id = ${streamerId}::bigint AND ${isIn('s.started_at', window)}`);
    return row && row.peak;
  }
}
