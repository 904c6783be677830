import { Controller, Get, Param, Query } from '@nestjs/common';
import { CachedApi } from '../../http/request/limited-api.decorator.js';
import { Operation } from '../../http/request/operation.decorator.js';
import { readRange } from '../../http/query/range.query.js';
import { viewerGraphUnits } from '../../rate-limit/request-units.js';
import { LoadedResponse, ResponseCache } from '../../response-cache/response-cache.js';
import { unknownStreamMessage } from '../detail/unknown-stream.js';
import { granularitySeconds, cutRange } from './graph-range.js';
import { OptionallyThinnedGraphQuery } from './graph.query.js';
import { StreamViewersService } from './stream-viewers.service.js';
import { badGranularity, ViewerGraphParams } from '../detail/stream.params.js';
import { ViewerPoint } from './viewer-point.response.js';

@Controller('v1/streams/:id')
@CachedApi('Streams')
export class StreamViewersController {
  constructor(
    private readonly viewers: StreamViewersService,
    private readonly cache: ResponseCache,
  ) {}

  @Get('graphs/:granularity')
  @Operation({
    summary: 'Get the viewer graph',
    description:
      'Returns the concurrent viewers of a stream over time, oldest first. The stream is divided into intervals, beginning at its start; each interval with samples is a point. If the graph could have more than 3,000 points, the request returns 400 with the finest granularity that fits. Set `points` to get a thinned graph instead. The check counts the intervals from the first to the last sample, or the samples if there are fewer. The list is empty for a stream without samples.',
    ok: [ViewerPoint],
    okDescription: 'Points, oldest first.',
    failure: 'Failed to fetch viewer graph',
    units: viewerGraphUnits,
    badRequest: badGranularity,
    notFound: unknownStreamMessage,
  })
  listViewerGraph(
    @Param() { id, granularity }: ViewerGraphParams,
    @Query() query: OptionallyThinnedGraphQuery,
  ): Promise<LoadedResponse<ViewerPoint[]>> {
    const range = cutRange(readRange(query), granularitySeconds[granularity]);
    const { points } = query;
    return this.cache.getOrLoad(['viewer-graph', id, granularity, range.from, range.to, points], () =>
      this.viewers.listGraph(id, granularity, { range, points }),
    );
  }
}
