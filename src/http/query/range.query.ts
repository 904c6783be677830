import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsOptional, ValidateBy, ValidationArguments } from 'class-validator';
import { isZone } from '../../clock/zone-formats.js';
import { calendarWindow } from '../../figures/calendar.js';
import { TimeRange, writeRange } from '../../figures/time.js';
import { FixedWindow } from '../../figures/windows.js';
import { MomentQuery } from './moment-query.decorator.js';
import { monthChoices, monthForm } from './query-parameters.decorator.js';

const zoneForm = '^[A-Za-z][A-Za-z0-9_+/-]*$';

/** The range of a list or a graph: a calendar month, a calendar year, or two optional times. */
export class RangeQuery {
  @PeriodQuery(1, monthForm, 'Calendar month', monthChoices)
  month?: FixedWindow;

  @PeriodQuery(12, /^(20\d\d|2100)$/, 'Calendar year', 'a year from 2000 to 2100')
  year?: FixedWindow;

  @MomentQuery('Start, inclusive: a date (its first moment in `tz`), or a time with `Z` or an offset.', zoneIn)
  from?: string;

  @MomentQuery('End, exclusive: a date (its first moment in `tz`), or a time with `Z` or an offset.', zoneIn)
  to?: string;

  @ApiPropertyOptional({
    description: 'IANA name of the time zone of `month`, `year`, and of dates in `from` and `to`.',
    type: 'string',
    pattern: zoneForm,
    default: 'UTC',
  })
  @Transform(({ value, obj }): unknown =>
    value === undefined || (isZone(value) && usesZone(obj as Texts)) ? value : '',
  )
  @ValidateBy(
    { name: 'range', validator: { validate: (_value, args) => problemOf(args) === undefined } },
    { message: (args) => problemOf(args) ?? '' },
  )
  tz?: string;

  toRange(): TimeRange {
    return this.month ?? this.year ?? readRange(this);
  }

  static toCanonical(query: RangeQuery): object {
    const { from, to } = writeRange(query.toRange());
    return { from, to, month: undefined, year: undefined, tz: undefined };
  }

  /** Returns what is wrong with the parameters together. */
  findProblem(): string | undefined {
    if (this.tz === '') {
      return 'tz must be an IANA time zone such as Europe/Berlin, and needs month, year, or a date in from or to';
    }
    return hasSeveral(this.month, this.year, this.from ?? this.to)
      ? 'Use only one of month, year, and from or to'
      : undefined;
  }
}

/** Returns the range between two optional texts of {@link MomentQuery}. */
export function readRange({ from, to }: { from?: string | undefined; to?: string | undefined }): TimeRange {
  return { from: from === undefined ? -Infinity : Date.parse(from), to: to === undefined ? Infinity : Date.parse(to) };
}

export function hasSeveral(...values: readonly unknown[]): boolean {
  return values.filter((value) => value !== undefined).length > 1;
}

type Texts = Readonly<Record<string, unknown>>;

function PeriodQuery(months: number, pattern: RegExp, name: string, choices: string): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ description: `${name} in \`tz\`: ${choices}.`, type: 'string', pattern: pattern.source }),
    Transform(({ value, obj }) => readPeriod(value, pattern, months, zoneIn(obj as Texts))),
    IsOptional(),
    ValidateBy(
      { name: 'period', validator: { validate: (value) => value !== invalidPeriod } },
      { message: `$property must be ${choices}` },
    ),
  );
}

/** The window of an invalid value. */
const invalidPeriod: FixedWindow = { from: NaN, to: NaN, before: { from: NaN, to: NaN } };

function readPeriod(text: unknown, pattern: RegExp, months: number, zone: string): FixedWindow | undefined {
  if (text === undefined) return undefined;
  const [, year, month = 1] = (typeof text === 'string' && pattern.exec(text)) || [];
  return year === undefined ? invalidPeriod : calendarWindow(Number(year), Number(month), months, zone);
}

/** Returns the zone of a query; UTC if it is missing or invalid. */
function zoneIn({ tz }: Texts): string {
  return isZone(tz) ? tz : 'UTC';
}

function usesZone({ month, year, from, to }: Texts): boolean {
  const isDate = (value: unknown) => typeof value === 'string' && value.length === '2026-10-01'.length;
  return month !== undefined || year !== undefined || isDate(from) || isDate(to);
}

function problemOf(args: ValidationArguments | undefined): string | undefined {
  return (args?.object as RangeQuery).findProblem();
}
