import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, Matches } from 'class-validator';

/** A calendar month from 2000-01 to 2100-12. */
export const monthForm = /^(20\d\d|2100)-(0[1-9]|1[0-2])$/;
export const monthChoices = 'a month from 2000-01 to 2100-12';

/** A query parameter for the board of a calendar month in UTC. */
export function MonthQuery(description: string): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ description, type: 'string', pattern: monthForm.source }),
    IsOptional(),
    Matches(monthForm, { message: `$property must be ${monthChoices}` }),
  );
}
