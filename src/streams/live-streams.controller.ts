import { Controller, Get, Query } from '@nestjs/common';
import { Config } from '../config/config.js';
import { CachedApi } from '../http/limited-api.decorator.js';
import { nextLinkHeader, withNextLink } from '../http/next-link.js';
import { publicPath } from '../http/public-path.js';
import { Operation } from '../http/operation.decorator.js';
import { Found, ResponseCache } from '../response-cache/response-cache.js';
import { LiveStream } from './dto/live-stream.response.js';
import { LiveStreamsQuery } from './dto/live-streams.query.js';
import { StreamsService } from './streams.service.js';

@Controller('v1/streams/live')
@CachedApi('Streams')
export class LiveStreamsController {
  constructor(
    private readonly streams: StreamsService,
    private readonly cache: ResponseCache,
    private readonly config: Config,
  ) {}

  @Get()
  @Operation({
    summary: 'Live streams',
    description:
      'The streams that are live, by the viewers of their last sample, most first. Streams without a sample come last. Of equal viewers the lower stream id comes first. A page shows the order of its moment: a stream whose viewers change while you read several pages can appear twice or not at all.',
    ok: [LiveStream],
    okDescription: 'A page of the live streams. [] past the end.',
    okHeaders: nextLinkHeader,
    failure: 'Failed to fetch live streams',
    badRequest: 'limit must be an integer from 1 to 100',
  })
  listLiveStreams(@Query() { limit, cursor }: LiveStreamsQuery): Promise<Found<LiveStream[]>> {
    return this.cache.answer(['live-streams', limit, cursor], async () =>
      withNextLink(await this.streams.listLive(limit, cursor), publicPath(this.config, '/v1/streams/live'), limit),
    );
  }
}
