import { Controller, Get, Param, Query } from '@nestjs/common';
import { Config } from '../config/config.js';
import { CachedApi } from '../http/request/limited-api.decorator.js';
import { nextLinkOfRowsHeader, withNextLinkOfRows } from '../http/lists/next-link.js';
import { badPlatform } from '../http/query/query-parameters.decorator.js';
import { Operation } from '../http/request/operation.decorator.js';
import { filterUnits, platformUnits } from '../rate-limit/request-units.js';
import { publicPath } from '../http/request/public-path.js';
import { LoadedResponse, ResponseCache } from '../response-cache/response-cache.js';
import { badStreamerName, StreamerParams } from '../http/query/streamer.params.js';
import { unknownStreamerMessage } from '../http/errors/unknown-streamer.js';
import { boardGroup, unknownBoardMessage } from './boards.js';
import { Language } from './dto/language.response.js';
import { LeaderboardEntry, LeaderboardPage } from './dto/leaderboard-page.response.js';
import { LeaderboardMonth } from './dto/leaderboard-month.response.js';
import { LanguagesQuery, LeaderboardQuery, RankQuery } from './dto/leaderboard.query.js';
import { StreamerRank } from './dto/rank.response.js';
import { LeaderboardService } from './leaderboard.service.js';

@Controller('v1')
@CachedApi('Leaderboard')
export class LeaderboardController {
  constructor(
    private readonly leaderboard: LeaderboardService,
    private readonly cache: ResponseCache,
    private readonly config: Config,
  ) {}

  @Get('leaderboard')
  @Operation({
    summary: 'Get the leaderboard',
    description:
      'Returns streamers, ranked by one figure. A streamer is ranked if they started a stream in the 7, 30 or 90 x 24 hours before the last refresh, or with `month` in a calendar month. Between refreshes, pages neither repeat nor skip entries. In a large database, the boards of 7 and 90 days and of months are refreshed up to an hour after the board of 30 days. On a page with a filter, `previous_rank` is null.',
    ok: LeaderboardPage,
    rows: LeaderboardEntry,
    okDescription: 'A page of the leaderboard. Past the end, `items` is empty and `hasMore` is false.',
    okHeaders: nextLinkOfRowsHeader,
    failure: 'Failed to fetch leaderboard',
    units: filterUnits,
    notFound: unknownBoardMessage,
    badRequest: 'sort must be one of watchtime, averageviewers, followers, followergain, peakviewers',
  })
  findLeaderboardPage(@Query() query: LeaderboardQuery): Promise<LoadedResponse<LeaderboardPage>> {
    const { limit, cursor } = query;
    const list = LeaderboardQuery.listOf(query);
    const path = publicPath(this.config, '/v1/leaderboard');
    const load = async () => withNextLinkOfRows(await this.leaderboard.findPage(query), path, limit, list);
    return this.cache.getOrLoad(['leaderboard', limit, cursor, ...Object.values(list)], load, boardGroup);
  }

  @Get('leaderboard/months')
  @Operation({
    summary: 'List calendar months',
    description:
      'Returns the calendar months (UTC) with a board, newest first. The board of the current month is computed with the boards of 7 and 90 days. After a month, its board is computed again when data of the month changes.',
    ok: [LeaderboardMonth],
    okDescription: 'The months. Empty before the first refresh, and if the service keeps no months.',
    failure: 'Failed to fetch months',
  })
  listMonths(): Promise<LoadedResponse<LeaderboardMonth[]>> {
    return this.cache.getOrLoad(['months'], () => this.leaderboard.listMonths(), boardGroup);
  }

  @Get('streamer/:name/rank')
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

  @Get('languages')
  @Operation({
    summary: 'List languages',
    description:
      'Returns the languages of the streamers on the leaderboard of 30 days, by the number of streamers, highest first. Languages with equal numbers are sorted by code.',
    ok: [Language],
    okDescription: 'The languages. Empty before the first refresh.',
    failure: 'Failed to fetch languages',
    units: platformUnits,
    badRequest: badPlatform,
  })
  listLanguages(@Query() { platform }: LanguagesQuery): Promise<LoadedResponse<Language[]>> {
    return this.cache.getOrLoad(['languages', platform], () => this.leaderboard.listLanguages(platform), boardGroup);
  }
}
