import { Controller, Get, Param, Query } from '@nestjs/common';
import { maxPoints } from '../../figures/thinning.js';
import { CachedApi } from '../../http/request/limited-api.decorator.js';
import { Operation } from '../../http/request/operation.decorator.js';
import { readRange } from '../../http/query/range.query.js';
import { viewerPictureUnits } from '../../rate-limit/request-units.js';
import { svgResponse, svgType } from '../../http/request/svg-response.js';
import { LoadedResponse, ResponseCache } from '../../response-cache/response-cache.js';
import { StreamsService } from '../detail/streams.service.js';
import { unknownStreamMessage } from '../detail/unknown-stream.js';
import { granularitySeconds, cutRange } from '../viewers/graph-range.js';
import { StreamViewersService } from '../viewers/stream-viewers.service.js';
import { badGranularity, ViewerGraphParams } from '../detail/stream.params.js';
import { drawViewerGraph } from './draw-viewer-graph.js';
import { PictureQuery } from './picture.query.js';

@Controller('v1/streams/:id')
@CachedApi('Streams')
export class ViewerPictureController {
  constructor(
    private readonly streams: StreamsService,
    private readonly viewers: StreamViewersService,
    private readonly cache: ResponseCache,
  ) {}

  @Get('graphs/:granularity.svg')
  @Operation({
    summary: 'Draw the viewer graph',
    description:
      'Returns the viewer graph as SVG, for a README or an overlay, with a title and a description for screen readers. A graph of many points is thinned. Intervals without samples are gaps in the line. Errors are JSON.',
    ok: svgType,
    okDescription: 'SVG picture.',
    failure: 'Failed to fetch picture of viewer graph',
    units: viewerPictureUnits,
    badRequest: badGranularity,
    notFound: unknownStreamMessage,
  })
  drawViewerGraph(
    @Param() { id, granularity }: ViewerGraphParams,
    @Query() query: PictureQuery,
  ): Promise<LoadedResponse<Buffer>> {
    const partSeconds = granularitySeconds[granularity];
    const range = cutRange(readRange(query), partSeconds);
    const { width, height, theme } = query;
    return this.cache.getOrLoad(
      ['viewer-graph.svg', id, granularity, range.from, range.to, width, height, theme],
      async () => {
        const stream = await this.streams.findDetail(id);
        const graph = await this.viewers.findGraph(id, granularity, { range, points: maxPoints });
        return svgResponse(drawViewerGraph(stream, graph, partSeconds, query));
      },
    );
  }
}
