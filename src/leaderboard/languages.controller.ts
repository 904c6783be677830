import { Controller, Get, Query } from '@nestjs/common';
import { CachedApi } from '../http/request/limited-api.decorator.js';
import { badPlatform } from '../http/query/query-parameters.decorator.js';
import { Operation } from '../http/request/operation.decorator.js';
import { LoadedResponse, ResponseCache } from '../response-cache/response-cache.js';
import { boardGroup } from './boards.js';
import { platformUnits } from '../http/request/request-units.js';
import { LanguagesQuery } from './dto/leaderboard.query.js';
import { Language } from './dto/language.response.js';
import { LeaderboardService } from './leaderboard.service.js';

@Controller('v1/languages')
@CachedApi('Leaderboard')
export class LanguagesController {
  constructor(
    private readonly leaderboard: LeaderboardService,
    private readonly cache: ResponseCache,
  ) {}

  @Get()
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
