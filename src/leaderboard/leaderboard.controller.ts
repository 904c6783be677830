import { Param, Query } from '@nestjs/common';
import { filterUnits, platformUnits } from '../rate-limit/request-units.js';
import { Read, ReadController } from '../response-cache/read.decorator.js';
import { badStreamerName, StreamerParams } from '../http/query/streamer.params.js';
import { boardGroup, unknownBoardMessage } from './boards.js';
import { Language } from './dto/language.response.js';
import { LeaderboardEntry, LeaderboardPage } from './dto/leaderboard-page.response.js';
import { LeaderboardMonth } from './dto/leaderboard-month.response.js';
import { LanguagesQuery, LeaderboardQuery, RankQuery } from './dto/leaderboard.query.js';
import { StreamerRank } from './dto/rank.response.js';
import { LeaderboardService } from './leaderboard.service.js';

@ReadController('v1', 'Leaderboard')
export class LeaderboardController {
  constructor(private readonly leaderboard: LeaderboardService) {}

  @Read('leaderboard', {
    summary: 'Get the leaderboard',
    description:
      'Returns streamers, ranked by one figure. A streamer is ranked if they started a stream in the 7, 30 or 90 x 24 hours before the last refresh, or with `month` in a calendar month. Between refreshes, pages neither repeat nor skip entries. In a large database, the boards of 7 and 90 days and of months are refreshed up to an hour after the board of 30 days. On a page with a filter, `previous_rank` is null.',
    ok: LeaderboardPage,
    rows: LeaderboardEntry,
    okDescription: 'A page of the leaderboard. Past the end, `items` is empty and `hasMore` is false.',
    units: filterUnits,
    notFound: unknownBoardMessage,
    group: boardGroup,
  })
  findLeaderboardPage(@Query() query: LeaderboardQuery): Promise<LeaderboardPage> {
    return this.leaderboard.findPage(query);
  }

  @Read('leaderboard/months', {
    summary: 'List calendar months',
    description:
      'Returns the calendar months (UTC) with a board, newest first. The board of the current month is computed with the boards of 7 and 90 days. After a month, its board is computed again when data of the month changes.',
    ok: [LeaderboardMonth],
    okDescription: 'The months. Empty before the first refresh, and if the service keeps no months.',
    failure: 'Failed to fetch months',
    group: boardGroup,
  })
  listMonths(): Promise<LeaderboardMonth[]> {
    return this.leaderboard.listMonths();
  }

  @Read('streamer/:name/rank', {
    summary: 'Get the ranks of a streamer',
    description:
      'Returns the ranks of a streamer on the leaderboard of 7, 30 or 90 days or of a calendar month, by each figure. A month without a board returns 404.',
    ok: StreamerRank,
    okDescription: 'The ranks. They are null for a streamer who is not on the board.',
    failure: 'Failed to fetch rank',
    badRequest: badStreamerName,
    group: boardGroup,
  })
  findRanks(@Param() { name }: StreamerParams, @Query() { days, month }: RankQuery): Promise<StreamerRank> {
    return this.leaderboard.findRanks(name, month ?? days);
  }

  @Read('languages', {
    summary: 'List languages',
    description:
      'Returns the languages of the streamers on the leaderboard of 30 days, by the number of streamers, highest first. Languages with equal numbers are sorted by code.',
    ok: [Language],
    okDescription: 'The languages. Empty before the first refresh.',
    units: platformUnits,
    group: boardGroup,
  })
  listLanguages(@Query() { platform }: LanguagesQuery): Promise<Language[]> {
    return this.leaderboard.listLanguages(platform);
  }
}
