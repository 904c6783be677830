import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsOptional, Matches } from 'class-validator';
import { PlatformName } from '../../config/platforms.js';
import { dayMs, hourMs, TimeRange } from '../../figures/time.js';
import { defaultTotalsDays } from '../../figures/windows.js';
import {
  ChoiceQuery,
  datesInUtc,
  GameNameQuery,
  PlatformQuery,
  UtcQuery,
} from '../../http/query/query-parameters.decorator.js';
import { MomentQuery } from '../../http/query/moment-query.decorator.js';

/** Lengths in milliseconds of the intervals of totals. */
export const intervalMs = { hour: hourMs, day: dayMs } as const;
export type TotalsInterval = keyof typeof intervalMs;

/** Returns the intervals that overlap a range. */
export function wholeIntervals({ from, to }: TimeRange, interval: TotalsInterval): TimeRange {
  const ms = intervalMs[interval];
  return { from: Math.floor(from / ms) * ms, to: Math.ceil(to / ms) * ms };
}

const intervals = Object.keys(intervalMs);
const languageForm = /^[A-Za-z0-9-]{2,20}$/;

/** The range of totals, and their platform. */
export class TotalsRangeQuery {
  @MomentQuery(
    `Start: a date (00:00 UTC), or a time with \`Z\` or an offset. It is rounded down to a whole interval. The default is ${defaultTotalsDays} days before the end.`,
  )
  from?: string;

  @MomentQuery(
    'End: a date (00:00 UTC), or a time with `Z` or an offset. It is rounded up to a whole interval. The default is the current time.',
  )
  to?: string;

  @UtcQuery(datesInUtc)
  tz?: string;

  @PlatformQuery('rows')
  platform?: PlatformName;
}

export class TotalsQuery extends TotalsRangeQuery {
  @ChoiceQuery({ description: 'Length of the intervals, in UTC.', default: 'hour', choices: intervals })
  interval: TotalsInterval = 'hour';

  @ApiPropertyOptional({
    description: 'Returns the totals of this language, such as `en`.',
    type: 'string',
    pattern: languageForm.source,
  })
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.toLowerCase() : value))
  @IsOptional()
  @Matches(languageForm, { message: 'language must be a language code such as en' })
  language?: string;

  @GameNameQuery('Returns the totals of this game. The name is case-sensitive.')
  game?: string;
}
