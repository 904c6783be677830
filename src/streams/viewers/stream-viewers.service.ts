import { BadRequestException, Injectable } from '@nestjs/common';
import { OptionallyThinnedGraphQuery } from './graph.query.js';
import { toViewerPoint, ViewerPoint, ViewerPointRow } from './viewer-point.response.js';
import { adviceAgainst, cutRange, GraphGranularity, GraphRange, granularitySeconds, toMoments } from './graph-range.js';
import { SampledTime, StreamViewersRepository } from './stream-viewers.repository.js';
import { ViewerGraph } from './viewer-graph.js';
import { requireStream, parseStreamId } from '../detail/unknown-stream.js';

export const maxGraphPoints = 3_000;

@Injectable()
export class StreamViewersService {
  constructor(private readonly repository: StreamViewersRepository) {}

  /**
   * Returns the points in `[from, to)`, both cut to the granularity, oldest first. With `points`, thins to at most this
   * number; otherwise returns at most 3,000. Throws a NotFoundException for an unknown stream. Without `points`, throws
   * a BadRequestException if there could be more than 3,000 points. The exception names a granularity that fits, and no
   * samples are read.
   */
  async listGraph(
    idText: string,
    granularity: GraphGranularity,
    query: OptionallyThinnedGraphQuery = {},
  ): Promise<ViewerPoint[]> {
    return (await this.findGraph(idText, granularity, query)).points;
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
    { from, to, points }: OptionallyThinnedGraphQuery = {},
  ): Promise<ViewerGraph<ViewerPoint>> {
    const id = parseStreamId(idText);
    const sampled = requireStream(await this.repository.findSampledTime(id));
    const fits = (name: GraphGranularity) => {
      const partSeconds = granularitySeconds[name];
      return countPossiblePoints(sampled, partSeconds, cutRange({ from, to }, partSeconds)) <= maxGraphPoints;
    };
    if (points === undefined && !fits(granularity)) {
      throw new BadRequestException(adviceAgainst(granularity, 'stream', fits));
    }
    const seconds = granularitySeconds[granularity];
    const range = cutRange({ from, to }, seconds);
    const found = await this.repository.findGraph(id, seconds, range, points, sampled.peak_viewers);
    return { points: (found?.points ?? []).map(toViewerPoint), peak: found?.peak ?? null };
  }
}

/** Returns an upper bound of the points in a range: the number of samples or of intervals, whichever is lower. */
function countPossiblePoints(
  { started_at, first_at, last_at, sample_count }: SampledTime,
  seconds: number,
  range: GraphRange,
) {
  if (first_at === null || last_at === null) return 0;
  const startMs = Date.parse(started_at);
  const { from, to } = toMoments(range);
  const partOf = (ms: number) => (ms - startMs) / (seconds * 1_000);
  const first = Math.max(Math.floor(partOf(Date.parse(first_at))), Math.ceil(partOf(from)));
  const end = Math.min(Math.floor(partOf(Date.parse(last_at))) + 1, Math.ceil(partOf(to)));
  return Math.min(end - first, sample_count ?? Infinity);
}
