import { Controller, Get, Query } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { CachedApi } from '../../http/request/limited-api.decorator.js';
import { nextLinkHeader, withNextLink } from '../../http/lists/next-link.js';
import { publicPath } from '../../http/request/public-path.js';
import { Operation } from '../../http/request/operation.decorator.js';
import { namesUnits } from '../../rate-limit/request-units.js';
import { LoadedResponse, ResponseCache } from '../../response-cache/response-cache.js';
import { LiveStream } from './live-stream.response.js';
import { LiveStreamsQuery } from './live-streams.query.js';
import { LiveStreamsService } from './live-streams.service.js';

@Controller('v1/streams/live')
@CachedApi('Streams')
export class LiveStreamsController {
  constructor(
    private readonly streams: LiveStreamsService,
    private readonly cache: ResponseCache,
    private readonly config: Config,
  ) {}

  @Get()
  @Operation({
    summary: 'List live streams',
    description:
      'Returns live streams, sorted by viewers in the last sample, highest first. Streams without a sample come last. Streams with equal viewers are sorted by ID. With `names`, returns which of these streamers are live; names without a live stream are ignored. If viewers change while you read several pages, a stream can appear twice or not at all.',
    ok: [LiveStream],
    okDescription: 'A page of live streams. Empty past the end.',
    okHeaders: nextLinkHeader,
    failure: 'Failed to fetch live streams',
    units: namesUnits,
    badRequest: 'limit must be an integer from 1 to 100',
  })
  listLiveStreams(
    @Query() { limit, cursor, language, game, platform, names }: LiveStreamsQuery,
  ): Promise<LoadedResponse<LiveStream[]>> {
    const filter = { language, game, platform, names: names?.join(',') };
    return this.cache.getOrLoad(['live-streams', limit, cursor, ...Object.values(filter)], async () => {
      const page = await this.streams.listLive(limit, cursor, { language, game, platform, names });
      return withNextLink(page, publicPath(this.config, '/v1/streams/live'), limit, filter);
    });
  }
}
