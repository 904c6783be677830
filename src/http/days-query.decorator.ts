import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn } from 'class-validator';

/** The length of a window in the query string, one of some numbers of days, 30 unless given. Only its plain digits, given once, are one. */
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
    IsIn([...choices], { message: `$property must be one of ${choices.join(', ')}` }),
  );
}
