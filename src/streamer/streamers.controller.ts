import { Controller, Get, Query } from '@nestjs/common';
import { Config } from '../config/config.js';
import { CachedApi } from '../http/request/limited-api.decorator.js';
import { nextLinkHeader, withNextLink } from '../http/lists/next-link.js';
import { publicPath } from '../http/request/public-path.js';
import { searchedListUnits } from '../rate-limit/request-units.js';
import { Operation } from '../http/request/operation.decorator.js';
import { boardGroup } from '../leaderboard/boards.js';
import { LoadedResponse, ResponseCache } from '../response-cache/response-cache.js';
import { ListedStreamer } from './dto/listed-streamer.response.js';
import { StreamersQuery } from './dto/streamers.query.js';
import { StreamersService } from './streamers.service.js';

@Controller('v1/streamers')
@CachedApi('Streamer')
export class StreamersController {
  constructor(
    private readonly streamers: StreamersService,
    private readonly cache: ResponseCache,
    private readonly config: Config,
  ) {}

  @Get()
  @Operation({
    summary: 'Find and list streamers',
    description:
      'With `query`, returns at most 1,000 streamers whose login or display name contains the text: whole names and channel IDs first, then starts of names, starts of words, and other parts of names. Each group is sorted by followers, then by login. Without `query`, lists the streamers on the leaderboard, sorted by a figure, or with `sort=name` all streamers, sorted by login. Each item contains thirty-day stats.',
    ok: [ListedStreamer],
    okDescription: 'A page of streamers. Empty past the end.',
    okHeaders: nextLinkHeader,
    failure: 'Failed to fetch streamers',
    units: searchedListUnits,
    badRequest: 'live must be true or false',
  })
  listStreamers(@Query() parameters: StreamersQuery): Promise<LoadedResponse<ListedStreamer[]>> {
    const { query, live, platform, language, sort, limit, cursor } = parameters;
    const otherParameters = { query, live: live?.toString(), platform, language, sort };
    const load = async () => {
      const path = publicPath(this.config, '/v1/streamers');
      return withNextLink(await this.streamers.list(parameters), path, limit, otherParameters);
    };
    const isOfBoard = query === undefined && sort !== 'name';
    const key = ['streamers', query, live, platform, language, sort, limit, cursor];
    return this.cache.getOrLoad(key, load, isOfBoard ? boardGroup : undefined);
  }
}
