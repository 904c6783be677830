import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsISO8601, IsOptional } from 'class-validator';

const form = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/;

/**
 * An optional moment in the query string, converted to ISO 8601 in UTC with milliseconds. A date is the start of that
 * day in UTC. A time requires `Z` or an offset.
 */
export function MomentQuery(description: string): PropertyDecorator {
  const message = '$property must be a date such as 2026-10-01 or a time such as 2026-10-01T12:00:00Z';
  return applyDecorators(
    ApiPropertyOptional({ description, type: 'string', pattern: form.source }),
    Transform(({ value }) => readMoment(value)),
    IsOptional(),
    IsISO8601({}, { message }),
  );
}

/** Returns the empty text, which is not a moment, for invalid values. A repeated parameter is an array. */
function readMoment(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || !form.test(value)) return '';
  const day = new Date(`${value.slice(0, 10)}T00:00:00Z`);
  const moment = new Date(value);
  const isReal = !Number.isNaN(moment.getTime()) && day.toISOString().startsWith(value.slice(0, 10));
  return isReal ? momentIn(moment) : '';
}

/** An offset can lead to a year that does not have four digits. PostgreSQL has no year 0. */
function momentIn(moment: Date): string {
  const text = moment.toISOString();
  return /^\d{4}-/.test(text) && !text.startsWith('0000') ? text : '';
}
