import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Parameter } from './parameter.decorator.js';

export interface IntegerQueryOptions {
  description: string;
  default: number;
  minimum: number;
  maximum: number;
}

/** An optional integer of the query string. Only plain decimal digits are one: not `1e3`, `0x10`, `+1` or a blank. */
export function IntegerQuery({
  description,
  default: fallback,
  minimum,
  maximum,
}: IntegerQueryOptions): PropertyDecorator {
  const read = (text: string) => {
    const value = /^(0|[1-9]\d{0,15})$/.test(text) ? Number(text) : NaN;
    return value >= minimum && value <= maximum ? value : undefined;
  };
  return applyDecorators(
    ApiPropertyOptional({ description, type: 'integer', default: fallback, minimum, maximum }),
    Parameter({ read, expected: `an integer from ${minimum} to ${maximum}` }),
  );
}
