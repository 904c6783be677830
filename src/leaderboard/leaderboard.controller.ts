import { Controller, Get, Query } from '@nestjs/common';
import { CachedApi } from '../http/limited-api.decorator.js';
import { Operation } from '../http/operation.decorator.js';
import { Found, ResponseCache } from '../response-cache/response-cache.js';
import { boardGroup } from './board-listener.js';
import { LeaderboardPage } from './dto/leaderboard-page.response.js';
import { LeaderboardQuery } from './dto/leaderboard.query.js';
import { LeaderboardService } from './leaderboard.service.js';

@Controller('v1/leaderboard')
@CachedApi('Leaderboard')
export class LeaderboardController {
  constructor(
    private readonly leaderboard: LeaderboardService,
    private readonly cache: ResponseCache,
  ) {}

  @Get()
  @Operation({
    summary: 'Monthly leaderboard',
    description:
      'The streamers with a stream that started in the last 30 x 24 hours, ranked by one figure, as of the last refresh of the board. Between two refreshes pages neither repeat nor skip an entry.',
    ok: LeaderboardPage,
    okDescription: 'A page of the board. Past its end items is [] and hasMore is false.',
    failure: 'Failed to fetch leaderboard',
    badRequest: 'sort must be one of watchtime, averageviewers, followers, followergain, peakviewers',
  })
  findLeaderboardPage(@Query() query: LeaderboardQuery): Promise<Found<LeaderboardPage>> {
    const { sort, limit, cursor } = query;
    return this.cache.answer(['leaderboard', sort, limit, cursor], () => this.leaderboard.findPage(query), boardGroup);
  }
}
