import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsOptional, Matches } from 'class-validator';
import { foldName, namePattern } from '../../config/platforms.js';

const maxNames = 100;

const badNames = `names must be 1 to ${maxNames} logins or channel IDs, separated by commas`;

/** A query parameter for several streamers by login, in upper or lower case, or by channel ID. Duplicates count once. */
export function NamesQuery({ required, description = '' }: { required: boolean; description?: string }) {
  return applyDecorators(
    ApiProperty({
      description: `${description}1 to ${maxNames} logins (case-insensitive) or channel IDs, separated by commas.`,
      required,
      type: 'string',
      pattern: `^${namePattern}(,${namePattern}){0,${maxNames - 1}}$`,
      example: required ? 'aurora_plays,nightshift_radio' : undefined,
    }),
    Transform(({ value }) => readNames(value)),
    ...(required ? [] : [IsOptional()]),
    Matches(new RegExp(`^${namePattern}$`), { each: true, message: badNames }),
    ArrayMaxSize(maxNames, { message: badNames }),
    IsArray({ message: badNames }),
  );
}

/** Returns an invalid value unless the parameter is missing or a single text. A repeated parameter is an array. */
function readNames(value: unknown): unknown {
  if (typeof value === 'string') return [...new Set(value.split(',').map((name) => foldName(name, 'logins', 'ids')))];
  return value === undefined ? undefined : '';
}
