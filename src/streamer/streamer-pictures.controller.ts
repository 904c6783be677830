import { Controller, Get, Param, Query } from '@nestjs/common';
import { CachedApi } from '../http/limited-api.decorator.js';
import { Operation } from '../http/operation.decorator.js';
import { followerGraphUnits } from '../http/request-units.js';
import { svgAnswer, svgType } from '../http/svg-answer.js';
import { Found, ResponseCache } from '../response-cache/response-cache.js';
import { PictureQuery } from '../streams/dto/picture.query.js';
import { BadgeQuery } from './dto/badge.query.js';
import { StreamerParams } from './dto/streamer.params.js';
import { StreamerPicturesService } from './streamer-pictures.service.js';
import { unknownStreamerMessage } from './unknown-streamer.js';

const notFound = unknownStreamerMessage;

@Controller('v1/streamer/:name')
@CachedApi('Streamer')
export class StreamerPicturesController {
  constructor(
    private readonly pictures: StreamerPicturesService,
    private readonly cache: ResponseCache,
  ) {}

  @Get('follower-graph.svg')
  @Operation({
    summary: 'Draw the follower graph',
    description:
      'Returns the follower graph as SVG, for a README or an overlay, with a title and a description for screen readers. A long time without counts is a gap in the line. Errors are JSON.',
    ok: svgType,
    okDescription: 'SVG picture.',
    failure: 'Failed to fetch picture of follower graph',
    units: followerGraphUnits,
    badRequest: 'width must be an integer from 200 to 1600',
    notFound,
  })
  drawFollowerGraph(@Param() { name }: StreamerParams, @Query() query: PictureQuery): Promise<Found<Buffer>> {
    const { from = '', to = '', width, height, theme } = query;
    return this.cache.answer(['follower-graph.svg', name, from, to, width, height, theme], async () =>
      svgAnswer(await this.pictures.drawFollowerGraph(name, query)),
    );
  }

  @Get('badge.svg')
  @Operation({
    summary: 'Draw a badge',
    description:
      'Returns a small SVG picture with one figure of a streamer, for a README or an overlay. Minutes are shown as hours. The title contains the exact figure. Errors are JSON.',
    ok: svgType,
    okDescription: 'SVG picture.',
    failure: 'Failed to fetch badge',
    badRequest: 'height must be an integer from 16 to 64',
    notFound,
  })
  drawBadge(@Param() { name }: StreamerParams, @Query() query: BadgeQuery): Promise<Found<Buffer>> {
    const { metric, height, theme } = query;
    return this.cache.answer(['badge.svg', name, metric, height, theme], async () =>
      svgAnswer(await this.pictures.drawBadge(name, query)),
    );
  }
}
