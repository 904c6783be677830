import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsInt, IsOptional, Max, Min } from 'class-validator';

export interface IntegerQueryOptions {
  description: string;
  /** Without a default the parameter is undefined where it is not given. */
  default?: number;
  minimum: number;
  maximum: number;
}

/**
 * An optional integer of the query string. Only plain decimal digits, given once, are one: not `1e3`, `0x10`, `+1` or a
 * blank.
 */
export function IntegerQuery({
  description,
  default: fallback,
  minimum,
  maximum,
}: IntegerQueryOptions): PropertyDecorator {
  const format = maximum < 2 ** 31 ? 'int32' : 'int64';
  const message = `$property must be an integer from ${minimum} to ${maximum}`;
  return applyDecorators(
    ApiPropertyOptional({ description, type: 'integer', format, default: fallback, minimum, maximum }),
    Transform(({ value }) => readInteger(value)),
    ...(fallback === undefined ? [IsOptional()] : []),
    IsInt({ message }),
    Min(minimum, { message }),
    Max(maximum, { message }),
  );
}

/** NaN, which is no integer, for anything but plain digits. A parameter that is given twice is an array. */
function readInteger(value: unknown): number {
  return typeof value === 'string' && /^(0|[1-9]\d{0,15})$/.test(value) ? Number(value) : NaN;
}

/** The position of a page in the query string: the number of items before it, 0 unless given. */
export function CursorQuery(description: string): PropertyDecorator {
  return IntegerQuery({ description, default: 0, minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
}
