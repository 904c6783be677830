import { Controller, Get, Query } from '@nestjs/common';
import { CachedApi } from '../http/limited-api.decorator.js';
import { Operation } from '../http/operation.decorator.js';
import { namesUnits } from '../http/request-units.js';
import { Found, ResponseCache } from '../response-cache/response-cache.js';
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
    summary: 'Thirty day stats of several streamers',
    description:
      'The thirty day stats of up to 100 streamers. A name that is given twice counts once. The response lists names that do not match a streamer.',
    ok: StatsOf,
    rows: NamedStats,
    okDescription: 'The figures of each streamer that exists, and the names that no streamer has.',
    failure: 'Failed to fetch stats',
    units: namesUnits,
    badRequest: badNames,
  })
  findStats(@Query() { names }: StatsOfQuery): Promise<Found<StatsOf>> {
    return this.cache.answer(['stats', ...names], () => this.streamer.findStatsOf(names));
  }
}
