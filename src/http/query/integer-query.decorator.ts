import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsInt, IsOptional, Max, Min } from 'class-validator';

export interface IntegerQueryOptions {
  description: string;
  /** Without a default, a missing parameter is undefined. */
  default?: number;
  minimum: number;
  maximum: number;
}

/** An optional integer query parameter. Accepts plain decimal digits, given once, and not `1e3` or `+1`. */
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

/** Returns NaN, which is not an integer, for everything except plain digits. A repeated parameter is an array. */
function readInteger(value: unknown): number {
  return typeof value === 'string' && /^(0|[1-9]\d{0,15})$/.test(value) ? Number(value) : NaN;
}

/** A query parameter for the position of a page: the number of items before it, by default 0. */
export function CursorQuery(
  items: string,
  { next = 'the cursor in the `Link` header', maximum = Number.MAX_SAFE_INTEGER } = {},
): PropertyDecorator {
  const description = `Number of ${items} to skip: 0, or ${next} of the previous page.`;
  return IntegerQuery({ description, default: 0, minimum: 0, maximum });
}
