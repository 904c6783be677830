import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn } from 'class-validator';

export interface ChoiceQueryOptions {
  description: string;
  default: string;
  choices: readonly string[];
}

/** A query parameter with a few valid words and a default. */
export function ChoiceQuery({ description, default: fallback, choices }: ChoiceQueryOptions): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ description, enum: [...choices], default: fallback }),
    IsIn(choices, { message: `$property must be one of ${choices.join(', ')}` }),
  );
}
