import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsOptional, Matches } from 'class-validator';
import { loginForm, loginPattern } from '../../config/platforms.js';

const maxNames = 100;

export const badNames = `names must be 1 to ${maxNames} logins or channel IDs, separated by commas`;

/** A query parameter for several streamers by login, in upper or lower case, or by channel ID. Duplicates count once. */
export function NamesQuery({ required, description = '' }: { required: boolean; description?: string }) {
  return applyDecorators(
    ApiProperty({
      description: `${description}1 to ${maxNames} logins (case-insensitive) or channel IDs, separated by commas.`,
      required,
      type: 'string',
      pattern: `^${loginPattern}(,${loginPattern}){0,${maxNames - 1}}$`,
      example: required ? 'aurora_plays,nightshift_radio' : undefined,
    }),
    Transform(({ value }) => readNames(value)),
    ...(required ? [] : [IsOptional()]),
    Matches(new RegExp(`^${loginForm}$`), { each: true, message: badNames }),
    ArrayMaxSize(maxNames, { message: badNames }),
    IsArray({ message: badNames }),
  );
}

/** Returns an invalid value unless the parameter is missing or a single text. A repeated parameter is an array. */
function readNames(value: unknown): unknown {
  if (typeof value === 'string') return [...new Set(lowerCased(value).split(','))];
  return value === undefined ? undefined : '';
}

/** Converts only A to Z: `toLowerCase` also converts the Kelvin sign, which no login contains, to `k`. */
export function lowerCased(name: string): string {
  return name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
