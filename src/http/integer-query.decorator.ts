import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ValidateBy } from 'class-validator';

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
  const isValid = (value: unknown) => Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum;
  return applyDecorators(
    ApiPropertyOptional({ description, type: 'integer', default: fallback, minimum, maximum }),
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? plainInteger(value) : value)),
    ValidateBy({
      name: 'integerQuery',
      validator: {
        validate: isValid,
        defaultMessage: () => `$property must be an integer from ${minimum} to ${maximum}`,
      },
    }),
  );
}

function plainInteger(text: string): number {
  return /^(0|[1-9]\d{0,15})$/.test(text) ? Number(text) : NaN;
}
