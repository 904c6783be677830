import { Controller, Get, Query } from '@nestjs/common';
import { CachedApi } from '../http/request/limited-api.decorator.js';
import { badPlatform } from '../http/query/query-parameters.decorator.js';
import { Operation } from '../http/request/operation.decorator.js';
import { totalsUnits } from '../rate-limit/request-units.js';
import { LoadedResponse, ResponseCache } from '../response-cache/response-cache.js';
import { NamedTotal, PlatformTotal } from './dto/total.response.js';
import { TotalsQuery, TotalsRangeQuery } from './dto/totals.query.js';
import { NamedKind } from './totals.repository.js';
import { languageAndGame, TotalsService } from './totals.service.js';

const ofRange =
  'over a range of at most 400 days, by watchtime, highest first. Rows with equal watchtime are sorted by name and platform. More than 3,000 rows return 400.';

@Controller('v1/totals')
@CachedApi('Totals')
export class TotalsController {
  constructor(
    private readonly totals: TotalsService,
    private readonly cache: ResponseCache,
  ) {}

  @Get()
  @Operation({
    summary: 'List totals',
    description:
      'Returns the viewers and live streams of each platform by hour or by day, oldest first: of the whole platform, of a language or of a game. An interval in which no complete sweep of a collector holds has no row. A game has rows for the hours in which it is one of the 200 games with the most watchtime. More than 3,000 rows return 400.',
    ok: [PlatformTotal],
    okDescription: 'Totals, oldest first. Empty for an unknown game.',
    failure: 'Failed to fetch totals',
    units: totalsUnits,
    badRequest: languageAndGame,
  })
  listTotals(@Query() query: TotalsQuery): Promise<LoadedResponse<PlatformTotal[]>> {
    const { from, to, interval, platform, language, game } = query;
    const key = ['totals', from, to, interval, platform, language, game];
    return this.cache.getOrLoad(key, () => this.totals.list(query));
  }

  @Get('languages')
  @Operation({
    summary: 'List totals of languages',
    description: `Returns the viewers and live streams of each language ${ofRange} Streams without a known language are not included.`,
    ok: [NamedTotal],
    okDescription: 'Languages, by watchtime.',
    failure: 'Failed to fetch totals of languages',
    units: totalsUnits,
    badRequest: badPlatform,
  })
  listLanguageTotals(@Query() query: TotalsRangeQuery): Promise<LoadedResponse<NamedTotal[]>> {
    return this.rank('language', query);
  }

  @Get('games')
  @Operation({
    summary: 'List totals of games',
    description: `Returns the viewers and live streams of each game ${ofRange} Hours in which a game is not one of the 200 games with the most watchtime are not included; \`covered_seconds\` is the time of the other hours.`,
    ok: [NamedTotal],
    okDescription: 'Games, by watchtime.',
    failure: 'Failed to fetch totals of games',
    units: totalsUnits,
    badRequest: badPlatform,
  })
  listGameTotals(@Query() query: TotalsRangeQuery): Promise<LoadedResponse<NamedTotal[]>> {
    return this.rank('game', query);
  }

  private rank(kind: NamedKind, query: TotalsRangeQuery): Promise<LoadedResponse<NamedTotal[]>> {
    const { from, to, platform } = query;
    return this.cache.getOrLoad(['totals', kind, from, to, platform], () => this.totals.rank(kind, query));
  }
}
