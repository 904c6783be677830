import { Controller, Get, Param } from '@nestjs/common';
import { LimitedApi } from '../http/limited-api.decorator.js';
import { Operation } from '../http/operation.decorator.js';
import { badGranularity, ViewerGraphParams } from './dto/viewer-graph.params.js';
import { ViewerPoint } from './dto/viewer-point.response.js';
import { StreamViewersService } from './stream-viewers.service.js';
import { unknownStreamMessage } from './unknown-stream.js';

@Controller('v1/streams/:id')
@LimitedApi('Streams')
export class StreamViewersController {
  constructor(private readonly viewers: StreamViewersService) {}

  @Get('graphs/:granularity')
  @Operation({
    summary: 'Viewer graph',
    description:
      'How the concurrent viewers of a stream developed: its time is cut into parts from its start on, and each part in which viewers were counted makes a point, oldest first. At most 3,000 points: a granularity that would make more answers 400, which names one that fits. [] for a stream whose viewers were never counted.',
    ok: [ViewerPoint],
    okDescription: 'The points.',
    failure: 'Failed to fetch viewer graph',
    cached: true,
    badRequest: badGranularity,
    notFound: unknownStreamMessage,
  })
  listViewerGraph(@Param() { id, granularity }: ViewerGraphParams): Promise<ViewerPoint[]> {
    return this.viewers.listGraph(id, granularity);
  }
}
