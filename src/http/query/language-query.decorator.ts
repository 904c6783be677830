import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsOptional, Matches } from 'class-validator';

const form = /^[a-z]{1,8}(-[a-z0-9]{1,8}){0,3}$/;

/** A query parameter for a language range (RFC 4647, basic filtering), in upper or lower case. */
export function LanguageQuery(of: string): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({
      description: `Returns only ${of} with this language: \`pt\` matches \`pt\` and \`pt-br\`, \`pt-br\` matches only \`pt-br\`. Case-insensitive.`,
      type: 'string',
      pattern: '^[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8}){0,3}$',
    }),
    Transform(({ value }): unknown => (typeof value === 'string' ? value.toLowerCase() : value)),
    IsOptional(),
    Matches(form, { message: '$property must be a language code such as en or pt-br' }),
  );
}
