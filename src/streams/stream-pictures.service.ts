import { Injectable } from '@nestjs/common';
import { drawViewerGraph } from './draw-viewer-graph.js';
import { PictureQuery } from './dto/picture.query.js';
import { GraphGranularity, granularitySeconds } from './graph-granularity.js';
import { StreamDetailsService } from './stream-details.service.js';
import { StreamViewersService } from './stream-viewers.service.js';
import { mostPoints } from './thinning.js';

/** Pictures of a stream's figures, as SVG. */
@Injectable()
export class StreamPicturesService {
  constructor(
    private readonly details: StreamDetailsService,
    private readonly viewers: StreamViewersService,
  ) {}

  /** Throws a NotFoundException for an unknown stream. */
  async drawViewerGraph(id: string, granularity: GraphGranularity, query: PictureQuery): Promise<string> {
    const { from, to } = query;
    const stream = await this.details.findDetail(id);
    const graph = await this.viewers.listGraph(id, granularity, { from, to, points: mostPoints });
    return drawViewerGraph(stream, graph, granularitySeconds[granularity], query);
  }
}
