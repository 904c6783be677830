import { Controller, Get, Query } from '@nestjs/common';
import { Config } from '../config/config.js';
import { CachedApi } from '../http/request/limited-api.decorator.js';
import { nextLinkOfRowsHeader, withNextLinkOfRows } from '../http/lists/next-link.js';
import { Operation } from '../http/request/operation.decorator.js';
import { publicPath } from '../http/request/public-path.js';
import { LoadedResponse, ResponseCache } from '../response-cache/response-cache.js';
import { boardGroup } from './boards.js';
import { LeaderboardEntry, LeaderboardPage } from './dto/leaderboard-page.response.js';
import { LeaderboardQuery } from './dto/leaderboard.query.js';
import { LeaderboardService } from './leaderboard.service.js';

@Controller('v1/leaderboard')
@CachedApi('Leaderboard')
export class LeaderboardController {
  constructor(
    private readonly leaderboard: LeaderboardService,
    private readonly cache: ResponseCache,
    private readonly config: Config,
  ) {}

  @Get()
  @Operation({
    summary: 'Get the leaderboard',
    description:
      'Returns streamers, ranked by one figure. A streamer is ranked if they started a stream in the 7, 30 or 90 x 24 hours before the last refresh. Between refreshes, pages neither repeat nor skip entries. In a large database, the boards of 7 and 90 days are refreshed up to an hour after the board of 30 days.',
    ok: LeaderboardPage,
    rows: LeaderboardEntry,
    okDescription: 'A page of the leaderboard. Past the end, `items` is empty and `hasMore` is false.',
    okHeaders: nextLinkOfRowsHeader,
    failure: 'Failed to fetch leaderboard',
    badRequest: 'sort must be one of watchtime, averageviewers, followers, followergain, peakviewers',
  })
  findLeaderboardPage(@Query() query: LeaderboardQuery): Promise<LoadedResponse<LeaderboardPage>> {
    const { sort, limit, cursor, days } = query;
    const path = publicPath(this.config, '/v1/leaderboard');
    const load = async () =>
      withNextLinkOfRows(await this.leaderboard.findPage(query), path, limit, { sort, days: String(days) });
    return this.cache.getOrLoad(['leaderboard', sort, limit, cursor, days], load, boardGroup);
  }
}
