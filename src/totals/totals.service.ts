import { BadRequestException, Injectable } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import { TimeRange } from '../figures/time.js';
import { daysIn, defaultTotalsDays, maxDays, windowEndingAt } from '../figures/windows.js';
import { NamedTotal, PlatformTotal } from './dto/total.response.js';
import { TotalsInterval, TotalsQuery, TotalsRangeQuery, wholeIntervals } from './dto/totals.query.js';
import { NamedKind, TotalsRepository } from './totals.repository.js';

export const maxTotalRows = 3_000;

export const languageAndGame = 'Use only one of language and game';
const tooManyRows = 'The range has more than 3,000 rows';

@Injectable()
export class TotalsService {
  constructor(
    private readonly repository: TotalsRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the totals of each interval with a complete sweep, or of one language or game, oldest first; [] for an
   * unknown one. Throws a BadRequestException for more than 3,000 rows.
   */
  async list({ interval, platform, language, game, ...bounds }: TotalsQuery): Promise<PlatformTotal[]> {
    if (language !== undefined && game !== undefined) throw new BadRequestException(languageAndGame);
    const range = { ...this.findRange(bounds, interval), platform };
    const page = [range, interval, maxTotalRows + 1] as const;
    const rows =
      language !== undefined
        ? await this.repository.listOfLanguage(language, ...page)
        : game !== undefined
          ? await this.repository.listOfGame(game, ...page)
          : await this.repository.listIntervals(...page);
    const advice = interval === 'hour' ? `${tooManyRows}. Set interval=day, or a shorter range` : tooManyRows;
    const isUnknown = rows.every(({ peak_streams }) => peak_streams === 0) && language !== undefined;
    return isUnknown ? [] : withinLimit(rows, advice);
  }

  /**
   * Returns the totals of each language or game over a range, by watchtime. Throws a BadRequestException for a range of
   * more than 400 days, or for more than 3,000 rows.
   */
  async rank(kind: NamedKind, query: TotalsRangeQuery): Promise<NamedTotal[]> {
    return withinLimit(await this.rankFirst(kind, query, maxTotalRows + 1), tooManyRows);
  }

  /** Returns the totals of the languages or games with the most watchtime. Throws a BadRequestException for more than 400 days. */
  async rankFirst(
    kind: NamedKind,
    { platform, ...bounds }: TotalsRangeQuery,
    limit = maxTotalRows,
  ): Promise<NamedTotal[]> {
    const range = this.findRange(bounds, 'hour');
    if (daysIn(range) > maxDays) throw new BadRequestException(`from and to must be at most ${maxDays} days apart`);
    return this.repository.rankNames(kind, { ...range, platform }, limit);
  }

  /** Returns the whole intervals of a range, which ends now and has 7 days by default. */
  private findRange({ from, to }: TotalsRangeQuery, interval: TotalsInterval): TimeRange {
    const end = to === undefined ? this.clock.now() : new Date(to);
    const start = from === undefined ? windowEndingAt(end, defaultTotalsDays).from : Date.parse(from);
    return wholeIntervals({ from: start, to: end.getTime() }, interval);
  }
}

function withinLimit<Row>(rows: Row[], advice: string): Row[] {
  if (rows.length > maxTotalRows) throw new BadRequestException(advice);
  return rows;
}
