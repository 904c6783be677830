import { Controller, Get, Param, Query } from '@nestjs/common';
import { Operation } from '../http/request/operation.decorator.js';
import { CachedApi } from '../http/request/limited-api.decorator.js';
import { LoadedResponse, ResponseCache } from '../response-cache/response-cache.js';
import { badStreamerName, StreamerParams } from '../streamer/dto/streamer.params.js';
import { unknownStreamerMessage } from '../streamer/unknown-streamer.js';
import { boardGroup } from './boards.js';
import { RankQuery } from './dto/leaderboard.query.js';
import { StreamerRank } from './dto/rank.response.js';
import { LeaderboardService } from './leaderboard.service.js';

@Controller('v1/streamer/:name/rank')
@CachedApi('Leaderboard')
export class RankController {
  constructor(
    private readonly leaderboard: LeaderboardService,
    private readonly cache: ResponseCache,
  ) {}

  @Get()
  @Operation({
    summary: 'Get the ranks of a streamer',
    description:
      'Returns the ranks of a streamer on the leaderboard of 7, 30 or 90 days or of a calendar month, by each figure. A month without a board returns 404.',
    ok: StreamerRank,
    okDescription: 'The ranks. They are null for a streamer who is not on the board.',
    failure: 'Failed to fetch rank',
    badRequest: badStreamerName,
    notFound: unknownStreamerMessage,
  })
  findRanks(
    @Param() { name }: StreamerParams,
    @Query() { days, month }: RankQuery,
  ): Promise<LoadedResponse<StreamerRank>> {
    const board = month ?? days;
    return this.cache.getOrLoad(['rank', name, board], () => this.leaderboard.findRanks(name, board), boardGroup);
  }
}
