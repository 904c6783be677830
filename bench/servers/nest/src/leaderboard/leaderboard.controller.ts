import { Controller, Get, Query } from '@nestjs/common';
import { LeaderboardQuery } from './leaderboard.query.js';
import { LeaderboardService } from './leaderboard.service.js';

@Controller('v1/leaderboard')
export class LeaderboardController {
  constructor(private readonly leaderboard: LeaderboardService) {}

  @Get()
  page(@Query() query: LeaderboardQuery) {
    return this.leaderboard.page(query);
  }
}
