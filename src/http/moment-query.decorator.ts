import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsISO8601, IsOptional } from 'class-validator';

const form = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/;

/**
 * An optional moment of the query string, which becomes ISO 8601 in UTC with milliseconds. A date is its first moment in UTC;
 * a time has `Z` or an offset.
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

/** The empty text, which is no moment, for anything but one. A parameter that is given twice is an array. */
function readMoment(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || !form.test(value)) return '';
  const day = new Date(`${value.slice(0, 10)}T00:00:00Z`);
  const moment = new Date(value);
  const isReal = !Number.isNaN(moment.getTime()) && day.toISOString().startsWith(value.slice(0, 10));
  return isReal ? momentIn(moment) : '';
}

/** An offset can lead out of the years that four digits name. PostgreSQL has no year 0. */
function momentIn(moment: Date): string {
  const text = moment.toISOString();
  return /^\d{4}-/.test(text) && !text.startsWith('0000') ? text : '';
}
