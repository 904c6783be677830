import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsOptional } from 'class-validator';

/** A query parameter for a window in days, 30 by default. Accepts plain digits of one choice, given once. */
export function DaysQuery(choices: readonly number[]): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({
      description: 'Length of the window in days of 24 hours.',
      type: 'integer',
      format: 'int32',
      enum: [...choices],
      default: 30,
    }),
    Transform(({ value }) => choices.find((choice) => String(choice) === value) ?? NaN),
    IsOptional(),
    IsIn([...choices], { message: `$property must be one of ${choices.join(', ')}` }),
  );
}
