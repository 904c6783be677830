import { BadRequestException, Injectable } from '@nestjs/common';
import { parseId } from '../database/identifiers.js';
import { toViewerPoint, ViewerPoint } from './dto/viewer-point.response.js';
import { GraphGranularity, graphGranularities, granularitySeconds } from './graph-granularity.js';
import { StreamViewersRepository } from './stream-viewers.repository.js';
import { unknownStream } from './unknown-stream.js';

const longestGraph = 3_000;
const tooMany = 'would make more than 3,000 points of this stream';

@Injectable()
export class StreamViewersService {
  constructor(private readonly repository: StreamViewersRepository) {}

  /**
   * At most 3,000 points, oldest first. Throws a NotFoundException for an unknown stream, and a BadRequestException that
   * names a granularity that fits where this one would make more points.
   */
  async listGraph(idText: string, granularity: GraphGranularity): Promise<ViewerPoint[]> {
    const id = parseId(idText);
    if (id === null) throw unknownStream();
    const points = await this.repository.listViewerPoints(id, granularitySeconds[granularity], longestGraph + 1);
    if (points === null) throw unknownStream();
    if (points.length > longestGraph) throw new BadRequestException(await this.adviseAgainst(granularity, id));
    return points.map(toViewerPoint);
  }

  private async adviseAgainst(granularity: GraphGranularity, id: bigint): Promise<string> {
    const counts = await this.repository.countParts(id, Object.values(granularitySeconds));
    const fitting = counts.find(({ parts }) => parts <= longestGraph)?.part_seconds;
    const finest = graphGranularities.find((name) => granularitySeconds[name] === fitting);
    if (finest === undefined) return `Even the granularity hourly ${tooMany}, which is too long for a graph.`;
    return `granularity must be ${finest} or coarser: ${granularity} ${tooMany}`;
  }
}
