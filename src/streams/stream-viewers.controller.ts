import { Controller, Get, Param, Query } from '@nestjs/common';
import { CachedApi } from '../http/limited-api.decorator.js';
import { Operation } from '../http/operation.decorator.js';
import { viewerGraphUnits } from '../http/request-units.js';
import { Found, ResponseCache } from '../response-cache/response-cache.js';
import { OptionallyThinnedGraphQuery } from './dto/graph.query.js';
import { badGranularity, ViewerGraphParams } from './dto/viewer-graph.params.js';
import { ViewerPoint } from './dto/viewer-point.response.js';
import { granularitySeconds } from './graph-granularity.js';
import { cutRange } from './graph-range.js';
import { StreamViewersService } from './stream-viewers.service.js';
import { unknownStreamMessage } from './unknown-stream.js';

@Controller('v1/streams/:id')
@CachedApi('Streams')
export class StreamViewersController {
  constructor(
    private readonly viewers: StreamViewersService,
    private readonly cache: ResponseCache,
  ) {}

  @Get('graphs/:granularity')
  @Operation({
    summary: 'Viewer graph',
    description:
      'The concurrent viewers of a stream over time. The stream is cut into parts from its start on, and each part in which viewers were counted is a point, oldest first. A graph has at most 3,000 points. A granularity that could give more is a 400, which names the finest one that fits, unless points asks for a graph that is thinned. What it could give is the number of parts from the first sample to the last, or the number of samples if that is lower. from and to are cut to the granularity: with hourly, 12:34 is 12:00 UTC. [] for a stream whose viewers were never counted.',
    ok: [ViewerPoint],
    okDescription: 'The points, oldest first.',
    failure: 'Failed to fetch viewer graph',
    units: viewerGraphUnits,
    badRequest: badGranularity,
    notFound: unknownStreamMessage,
  })
  listViewerGraph(
    @Param() { id, granularity }: ViewerGraphParams,
    @Query() query: OptionallyThinnedGraphQuery,
  ): Promise<Found<ViewerPoint[]>> {
    const range = cutRange(query, granularitySeconds[granularity]);
    const { from = '', to = '' } = range;
    const { points } = query;
    return this.cache.answer(['viewer-graph', id, granularity, from, to, points ?? ''], () =>
      this.viewers.listGraph(id, granularity, { ...range, points }),
    );
  }
}
