import { Controller, Get, Query } from '@nestjs/common';
import { CachedApi } from '../http/request/limited-api.decorator.js';
import { Operation } from '../http/request/operation.decorator.js';
import { namesUnits } from '../http/request/request-units.js';
import { LoadedResponse, ResponseCache } from '../response-cache/response-cache.js';
import { badNames, StatsOfQuery } from './dto/stats-of.query.js';
import { NamedStats, StatsOf } from './dto/stats-of.response.js';
import { StreamerService } from './streamer.service.js';

@Controller('v1/stats')
@CachedApi('Streamer')
export class StatsController {
  constructor(
    private readonly streamer: StreamerService,
    private readonly cache: ResponseCache,
  ) {}

  @Get()
  @Operation({
    summary: 'Get thirty-day stats of several streamers',
    description:
      'Returns the thirty-day stats of up to 100 streamers. Repeated names are returned once. Names that match no streamer are listed in `unknown`.',
    ok: StatsOf,
    rows: NamedStats,
    okDescription: 'Figures of each existing streamer, and the unknown names.',
    failure: 'Failed to fetch stats',
    units: namesUnits,
    badRequest: badNames,
  })
  findStats(@Query() { names }: StatsOfQuery): Promise<LoadedResponse<StatsOf>> {
    return this.cache.getOrLoad(['stats', ...names], () => this.streamer.findStatsOf(names));
  }
}
