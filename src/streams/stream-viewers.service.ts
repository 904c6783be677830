import { BadRequestException, Injectable } from '@nestjs/common';
import { parseId } from '../database/identifiers.js';
import { OptionallyThinnedGraphQuery } from './dto/graph.query.js';
import { toViewerPoint, ViewerPoint } from './dto/viewer-point.response.js';
import { GraphGranularity, graphGranularities, granularitySeconds } from './graph-granularity.js';
import { GraphRange } from './graph-range.js';
import { StreamViewersRepository } from './stream-viewers.repository.js';
import { unknownStream } from './unknown-stream.js';

const longestGraph = 3_000;
const tooMany = 'would make more than 3,000 points of this stream';

@Injectable()
export class StreamViewersService {
  constructor(private readonly repository: StreamViewersRepository) {}

  /**
   * The points in `[from, to)`, oldest first: at most `points`, to which more are thinned, or else at most 3,000. Throws a
   * NotFoundException for an unknown stream, and, if nothing may be thinned, a BadRequestException that names a granularity
   * that fits where this one would make more points.
   */
  async listGraph(
    idText: string,
    granularity: GraphGranularity,
    { from, to, points }: OptionallyThinnedGraphQuery = {},
  ): Promise<ViewerPoint[]> {
    const id = parseId(idText);
    if (id === null) throw unknownStream();
    const seconds = granularitySeconds[granularity];
    const range = { from, to };
    const found = await this.repository.listViewerPoints(id, seconds, (points ?? longestGraph) + 1, range);
    if (found === null) throw unknownStream();
    if (found.length <= (points ?? longestGraph)) return found.map(toViewerPoint);
    if (points === undefined) throw new BadRequestException(await this.adviseAgainst(granularity, id, range));
    return (await this.repository.listThinnedViewerPoints(id, seconds, points, range)).map(toViewerPoint);
  }

  private async adviseAgainst(granularity: GraphGranularity, id: bigint, range: GraphRange): Promise<string> {
    const counts = await this.repository.countParts(id, Object.values(granularitySeconds), range);
    const fitting = counts.find(({ parts }) => parts <= longestGraph)?.part_seconds;
    const finest = graphGranularities.find((name) => granularitySeconds[name] === fitting);
    if (finest === undefined) return `Even the granularity hourly ${tooMany}, which is too long for a graph.`;
    return `granularity must be ${finest} or coarser: ${granularity} ${tooMany}`;
  }
}
