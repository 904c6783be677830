import { IsOptional, ValidateBy, ValidationArguments } from 'class-validator';
import { isZone } from '../../../figures/calendar.js';
import { defaultDays } from '../../../figures/windows.js';
import { isFixedRange, movingRanges } from './page-range.js';

/** The range of a page, its files, pictures and frames, and the time zone of a month, a year or dates. */
export class PageRangeQuery {
  @RangeParameter(movingRanges)
  range = String(defaultDays);

  /** Ignored for ranges that end now, because a form without scripts keeps it. */
  @IsOptional()
  @ValidateBy(
    { name: 'zone', validator: { validate: isZone } },
    { message: 'tz must be an IANA time zone such as Europe/Berlin' },
  )
  tz?: string;
}

/** Accepts some ranges that end now, months, years and dates. */
export function RangeParameter(moving: readonly string[]): PropertyDecorator {
  const isRange = (range: unknown, args?: ValidationArguments) => {
    if (typeof range !== 'string') return false;
    const { tz } = args?.object as PageRangeQuery;
    return moving.includes(range) || isFixedRange({ range, ...(isZone(tz) && { tz }) });
  };
  return ValidateBy(
    { name: 'range', validator: { validate: isRange } },
    {
      message: `$property must be one of ${moving.join(', ')}, a month such as 2026-10, a year such as 2026, or dates such as 2026-10-03..2026-10-05, the second exclusive and at most 400 days later`,
    },
  );
}
