import { Query } from '@nestjs/common';
import { badPlatform } from '../http/query/query-parameters.decorator.js';
import { totalsUnits } from '../rate-limit/request-units.js';
import { Read, ReadController } from '../response-cache/read.decorator.js';
import { NamedTotal, PlatformTotal } from './dto/total.response.js';
import { TotalsQuery, TotalsRangeQuery } from './dto/totals.query.js';
import { languageAndGame, TotalsService } from './totals.service.js';

const ofRange =
  'over a range of at most 400 days, by watchtime, highest first. Rows with equal watchtime are sorted by name and platform. More than 3,000 rows return 400.';

@ReadController('v1/totals', 'Totals')
export class TotalsController {
  constructor(private readonly totals: TotalsService) {}

  @Read('', {
    summary: 'List totals',
    description:
      'Returns the viewers and live streams of each platform by hour or by day, oldest first. The totals cover the whole platform, or one language or game. An interval in which no complete sweep of a collector holds has no row. A game has rows for the hours in which it is one of the 200 games with the most watchtime. More than 3,000 rows return 400.',
    ok: [PlatformTotal],
    okDescription: 'Totals, oldest first. Empty for an unknown game.',
    units: totalsUnits,
    badRequest: languageAndGame,
  })
  listTotals(@Query() query: TotalsQuery): Promise<PlatformTotal[]> {
    return this.totals.list(query);
  }

  @Read('languages', {
    summary: 'List totals of languages',
    description: `Returns the viewers and live streams of each language ${ofRange} Streams without a known language are not included.`,
    ok: [NamedTotal],
    okDescription: 'Languages, by watchtime.',
    units: totalsUnits,
    badRequest: badPlatform,
  })
  listLanguageTotals(@Query() query: TotalsRangeQuery): Promise<NamedTotal[]> {
    return this.totals.rank('language', query);
  }

  @Read('games', {
    summary: 'List totals of games',
    description: `Returns the viewers and live streams of each game ${ofRange} Hours in which a game is not one of the 200 games with the most watchtime are not included; \`covered_seconds\` is the time of the other hours.`,
    ok: [NamedTotal],
    okDescription: 'Games, by watchtime.',
    units: totalsUnits,
    badRequest: badPlatform,
  })
  listGameTotals(@Query() query: TotalsRangeQuery): Promise<NamedTotal[]> {
    return this.totals.rank('game', query);
  }
}
