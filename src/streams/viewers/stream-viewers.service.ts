import { BadRequestException, Injectable } from '@nestjs/common';
import { toViewerPoint, ViewerPoint, ViewerPointRow } from './viewer-point.response.js';
import { allTime, TimeRange } from '../../figures/time.js';
import { adviceAgainst, cutRange, GraphGranularity, granularitySeconds } from './graph-range.js';
import { SampledTime, StreamViewersRepository } from './stream-viewers.repository.js';
import { ViewerGraph } from './viewer-graph.js';
import { requireStream, parseStreamId } from '../detail/unknown-stream.js';

export const maxGraphPoints = 3_000;

/** The part of a graph, and the maximum number of its points. */
interface GraphOptions {
  range?: TimeRange;
  points?: number | undefined;
}

@Injectable()
export class StreamViewersService {
  constructor(private readonly repository: StreamViewersRepository) {}

  /**
   * Returns the points in `[from, to)`, both cut to the granularity, oldest first. With `points`, thins to at most this
   * number; otherwise returns at most 3,000. Throws a NotFoundException for an unknown stream. Without `points`, throws
   * a BadRequestException if there could be more than 3,000 points. The exception names a granularity that fits, and no
   * samples are read.
   */
  async listGraph(idText: string, granularity: GraphGranularity, options: GraphOptions = {}): Promise<ViewerPoint[]> {
    return (await this.findGraph(idText, granularity, options)).points;
  }

  /** Returns all points, of any number. Throws a NotFoundException for an unknown stream. */
  async listAll(idText: string, granularity: GraphGranularity): Promise<ViewerPointRow[]> {
    return requireStream(await this.repository.findGraph(parseStreamId(idText), granularitySeconds[granularity]))
      .points;
  }

  /** Returns the points of {@link listGraph}, and the first sample in the range with the peak of the stream, or the highest one. */
  async findGraph(
    idText: string,
    granularity: GraphGranularity,
    { range = allTime, points }: GraphOptions = {},
  ): Promise<ViewerGraph<ViewerPoint>> {
    const id = parseStreamId(idText);
    const sampled = requireStream(await this.repository.findSampledTime(id));
    const fits = (name: GraphGranularity) => {
      const partSeconds = granularitySeconds[name];
      return countPossiblePoints(sampled, partSeconds, cutRange(range, partSeconds)) <= maxGraphPoints;
    };
    if (points === undefined && !fits(granularity)) {
      throw new BadRequestException(adviceAgainst(granularity, 'stream', fits));
    }
    const seconds = granularitySeconds[granularity];
    const cut = cutRange(range, seconds);
    const found = await this.repository.findGraph(id, seconds, cut, points, sampled.peak_viewers);
    return { points: (found?.points ?? []).map(toViewerPoint), peak: found?.peak ?? null };
  }
}

/** Returns an upper bound of the points in a range: the number of samples or of intervals, whichever is lower. */
function countPossiblePoints(
  { started_at, first_at, last_at, sample_count }: SampledTime,
  seconds: number,
  { from, to }: TimeRange,
) {
  if (first_at === null || last_at === null) return 0;
  const startMs = Date.parse(started_at);
  const partOf = (ms: number) => (ms - startMs) / (seconds * 1_000);
  const first = Math.max(Math.floor(partOf(Date.parse(first_at))), Math.ceil(partOf(from)));
  const end = Math.min(Math.floor(partOf(Date.parse(last_at))) + 1, Math.ceil(partOf(to)));
  return Math.min(end - first, sample_count ?? Infinity);
}
