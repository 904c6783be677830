import { Param, Query } from '@nestjs/common';
import { maxPoints } from '../../figures/thinning.js';
import { readRange } from '../../http/query/range.query.js';
import { viewerPictureUnits } from '../../rate-limit/request-units.js';
import { SvgResponse, svgResponse, svgType } from '../../http/request/svg-response.js';
import { Read, ReadController } from '../../response-cache/read.decorator.js';
import { StreamsService } from '../detail/streams.service.js';
import { granularitySeconds } from '../viewers/graph-range.js';
import { StreamViewersService } from '../viewers/stream-viewers.service.js';
import { badGranularity, ViewerGraphParams } from '../detail/stream.params.js';
import { drawViewerGraph } from './draw-viewer-graph.js';
import { PictureQuery } from './picture.query.js';

@ReadController('v1/streams/:id', 'Streams')
export class ViewerPictureController {
  constructor(
    private readonly streams: StreamsService,
    private readonly viewers: StreamViewersService,
  ) {}

  @Read('graphs/:granularity.svg', {
    summary: 'Draw the viewer graph',
    description:
      'Returns the viewer graph as SVG, for a README or an overlay, with a title and a description for screen readers. A graph of many points is thinned. Intervals without samples are gaps in the line. Errors are JSON.',
    ok: svgType,
    okDescription: 'SVG picture.',
    failure: 'Failed to fetch picture of viewer graph',
    units: viewerPictureUnits,
    badRequest: badGranularity,
  })
  async drawViewerGraph(
    @Param() { id, granularity }: ViewerGraphParams,
    @Query() query: PictureQuery,
  ): Promise<SvgResponse> {
    const stream = await this.streams.findDetail(id);
    const graph = await this.viewers.findGraph(id, granularity, { range: readRange(query), points: maxPoints });
    return svgResponse(drawViewerGraph(stream, graph, granularitySeconds[granularity], query));
  }
}
