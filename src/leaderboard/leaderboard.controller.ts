import { Controller, Get, Query } from '@nestjs/common';
import { JsonText } from '../database/json-text.js';
import { LimitedApi } from '../http/limited-api.decorator.js';
import { Operation } from '../http/operation.decorator.js';
import { boardGroup } from '../response-cache/board-listener.js';
import { LeaderboardPage } from './dto/leaderboard-page.response.js';
import { LeaderboardQuery } from './dto/leaderboard.query.js';
import { LeaderboardService } from './leaderboard.service.js';

@Controller('v1/leaderboard')
@LimitedApi('Leaderboard')
export class LeaderboardController {
  constructor(private readonly leaderboard: LeaderboardService) {}

  @Get()
  @Operation({
    summary: 'Monthly leaderboard',
    description:
      'The streamers who streamed in the last 30 x 24 hours, ranked by one figure, as of the last refresh of the board. Pages neither repeat nor skip an entry while the board stays the same.',
    ok: LeaderboardPage,
    okDescription: 'A page of the board; past its end items is [] and hasMore false.',
    failure: 'Failed to fetch leaderboard',
    cached: boardGroup,
    badRequest: 'sort must be one of watchtime, averageviewers, followers, followergain, peakviewers',
  })
  findLeaderboardPage(@Query() query: LeaderboardQuery): Promise<JsonText<LeaderboardPage>> {
    return this.leaderboard.findPage(query);
  }
}
