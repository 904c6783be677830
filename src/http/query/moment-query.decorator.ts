import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsISO8601, IsOptional } from 'class-validator';
import { startOfDay } from '../../figures/calendar.js';

const momentPattern = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/;

/**
 * An optional moment in the query string, converted to ISO 8601 in UTC with milliseconds. A date is the start of that
 * day in the zone of the query. A time requires `Z` or an offset.
 */
export function MomentQuery(
  description: string,
  zoneOf: (query: Record<string, unknown>) => string = () => 'UTC',
): PropertyDecorator {
  const message =
    '$property must be a date such as 2026-10-01 or a time such as 2026-10-01T12:00:00Z (write the + of an offset as %2B)';
  return applyDecorators(
    ApiPropertyOptional({ description, type: 'string', pattern: momentPattern.source }),
    Transform(({ value, obj }) => readMoment(value, zoneOf(obj as Record<string, unknown>))),
    IsOptional(),
    IsISO8601({}, { message }),
  );
}

/** Returns the empty text, which is not a moment, for invalid values. A repeated parameter is an array. */
function readMoment(value: unknown, zone: string): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || !momentPattern.test(value)) return '';
  const date = value.slice(0, 10);
  const [day, time] = [new Date(`${date}T00:00:00Z`), new Date(value)];
  const isReal = !Number.isNaN(time.getTime()) && day.toISOString().startsWith(date);
  return isReal ? momentIn(value === date ? startOfDay(day, zone) : time) : '';
}

/** An offset can lead to a year that does not have four digits. PostgreSQL has no year 0. */
function momentIn(moment: Date): string {
  const text = moment.toISOString();
  return /^\d{4}-/.test(text) && !text.startsWith('0000') ? text : '';
}
