import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, Matches, ValidateBy } from 'class-validator';
import { Transform } from 'class-transformer';
import { platforms } from '../../config/platforms.js';
import { defaultDays } from '../../figures/windows.js';
import { SearchTextQuery } from './search-text.decorator.js';

interface ChoiceQueryOptions {
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

/** A query parameter for a window in days. Accepts plain digits of one choice, given once. */
export function DaysQuery(choices: readonly number[]): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({
      description: 'Length of the window in days of 24 hours.',
      type: 'integer',
      format: 'int32',
      enum: [...choices],
      default: defaultDays,
    }),
    Transform(({ value }) => choices.find((choice) => String(choice) === value) ?? NaN),
    IsOptional(),
    IsIn([...choices], { message: `$property must be one of ${choices.join(', ')}` }),
  );
}

export const gameNameForm = /^[^\0]{1,200}$/su;
export const gameNameLength = 'a string of 1 to 200 characters';

/** The query parameter `game`. */
export function GameNameQuery(description: string): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ description, type: 'string', minLength: 1, maxLength: 200 }),
    IsOptional(),
    Matches(gameNameForm, { message: `$property must be ${gameNameLength}` }),
  );
}

/** The query parameter `tag`. */
export function TagQuery(more = ''): PropertyDecorator {
  return SearchTextQuery(`Returns only streams with this tag, in upper or lower case of A to Z.${more}`);
}

const languageForm = /^[a-z]{1,8}(-[a-z0-9]{1,8}){0,3}$/;

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
    Matches(languageForm, { message: '$property must be a language code such as en or pt-br' }),
  );
}

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

/** The query parameter `tz` where months or dates are in UTC. Accepts upper and lower case, as for other time zones. */
export function UtcQuery(reason: string): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ description: `Time zone. Only \`UTC\` is valid: ${reason}.`, enum: ['UTC'], default: 'UTC' }),
    IsOptional(),
    Matches(/^utc$/i, { message: `$property must be UTC, because ${reason}` }),
  );
}

export const monthsInUtc = 'ranks of months are stored in UTC';
export const datesInUtc = 'dates are in UTC. For another zone, use times with an offset in from and to';

export const badPlatform = `platform must be one of ${platforms.join(', ')}`;

/** The query parameter `platform`. */
export function PlatformQuery(of: string): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ description: `Returns only ${of} of this platform.`, enum: platforms }),
    IsOptional(),
    IsIn(platforms, { message: badPlatform }),
  );
}

/** Rejects a parameter if another one is given too. */
export function NotWith(other: string): PropertyDecorator {
  const validate = (value: unknown, args?: { object: object }) =>
    value === undefined || (args?.object as Record<string, unknown>)[other] === undefined;
  return ValidateBy(
    { name: 'notWith', validator: { validate } },
    { message: `Use only one of $property and ${other}` },
  );
}

/** Rejects a parameter unless another one has a value. */
export function OnlyWith(other: string, expected: string): PropertyDecorator {
  const validate = (value: unknown, args?: { object: object }) =>
    value === undefined || (args?.object as Record<string, unknown>)[other] === expected;
  return ValidateBy(
    { name: 'onlyWith', validator: { validate } },
    { message: `$property requires ${other}=${expected}` },
  );
}
