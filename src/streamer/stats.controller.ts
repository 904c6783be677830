import { Controller, Get, Query } from '@nestjs/common';
import { CachedApi } from '../http/request/limited-api.decorator.js';
import { Operation } from '../http/request/operation.decorator.js';
import { statsUnits } from '../http/request/request-units.js';
import { badNames } from '../http/query/names-query.decorator.js';
import { keysOfWindow } from '../http/query/window.query.js';
import { LoadedResponse, ResponseCache } from '../response-cache/response-cache.js';
import { StatsOfQuery } from './dto/stats-of.query.js';
import { NamedStats, StatsOf } from './dto/window-stats.response.js';
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
    summary: 'Get stats of several streamers',
    description:
      'Returns figures of up to 100 streamers over one window: the last 30 x 24 hours, or the window of the parameters. Repeated names are returned once. Names that match no streamer are listed in `unknown`.',
    ok: StatsOf,
    rows: NamedStats,
    okDescription: 'Figures of each existing streamer, and the unknown names.',
    failure: 'Failed to fetch stats',
    units: statsUnits,
    badRequest: badNames,
  })
  findStats(@Query() query: StatsOfQuery): Promise<LoadedResponse<StatsOf>> {
    const { names } = query;
    const window = query.toWindow();
    return this.cache.getOrLoad(['stats', ...keysOfWindow(window), ...names], () =>
      this.streamer.findStatsOf(names, window),
    );
  }
}
