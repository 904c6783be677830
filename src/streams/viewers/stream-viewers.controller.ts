import { Param, Query } from '@nestjs/common';
import { readRange } from '../../http/query/range.query.js';
import { viewerGraphUnits } from '../../rate-limit/request-units.js';
import { Read, ReadController } from '../../response-cache/read.decorator.js';
import { OptionallyThinnedGraphQuery } from './graph.query.js';
import { StreamViewersService } from './stream-viewers.service.js';
import { badGranularity, ViewerGraphParams } from '../detail/stream.params.js';
import { ViewerPoint } from './viewer-point.response.js';

@ReadController('v1/streams/:id', 'Streams')
export class StreamViewersController {
  constructor(private readonly viewers: StreamViewersService) {}

  @Read('graphs/:granularity', {
    summary: 'Get the viewer graph',
    description:
      'Returns the concurrent viewers of a stream over time, oldest first. The stream is divided into intervals, beginning at its start; each interval with samples is a point. If the graph could have more than 3,000 points, the request returns 400 with the finest granularity that fits. Set `points` to get a thinned graph instead. The check counts the intervals from the first to the last sample, or the samples if there are fewer. The list is empty for a stream without samples.',
    ok: [ViewerPoint],
    okDescription: 'Points, oldest first.',
    units: viewerGraphUnits,
    badRequest: badGranularity,
  })
  listViewerGraph(
    @Param() { id, granularity }: ViewerGraphParams,
    @Query() query: OptionallyThinnedGraphQuery,
  ): Promise<ViewerPoint[]> {
    return this.viewers.listGraph(id, granularity, { range: readRange(query), points: query.points });
  }
}
