import { Controller, Get, Param, Query } from '@nestjs/common';
import { CachedApi } from '../http/limited-api.decorator.js';
import { Operation } from '../http/operation.decorator.js';
import { viewerPictureUnits } from '../http/request-units.js';
import { svgAnswer, svgType } from '../http/svg-answer.js';
import { Found, ResponseCache } from '../response-cache/response-cache.js';
import { PictureQuery } from './dto/picture.query.js';
import { badGranularity, ViewerGraphParams } from './dto/viewer-graph.params.js';
import { granularitySeconds } from './graph-granularity.js';
import { cutRange } from './graph-range.js';
import { StreamPicturesService } from './stream-pictures.service.js';
import { unknownStreamMessage } from './unknown-stream.js';

@Controller('v1/streams/:id')
@CachedApi('Streams')
export class StreamPicturesController {
  constructor(
    private readonly pictures: StreamPicturesService,
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
  ): Promise<Found<Buffer>> {
    const range = cutRange(query, granularitySeconds[granularity]);
    const { from = '', to = '' } = range;
    const { width, height, theme } = query;
    return this.cache.answer(['viewer-graph.svg', id, granularity, from, to, width, height, theme], async () =>
      svgAnswer(await this.pictures.drawViewerGraph(id, granularity, { ...query, ...range })),
    );
  }
}
