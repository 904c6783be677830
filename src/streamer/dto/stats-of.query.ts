import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, IsArray, Matches } from 'class-validator';
import { loginForm } from '../../config/platforms.js';
import { WindowQuery } from '../../http/query/window.query.js';
import { inLowerCase, loginPattern } from './streamer.params.js';

const maxNames = 100;

export const badNames = `names must be 1 to ${maxNames} logins or channel IDs, separated by commas`;

/** Several streamers by login, in upper or lower case, or by channel ID, and a window. Duplicates count once. */
export class StatsOfQuery extends WindowQuery {
  @ApiProperty({
    description: `1 to ${maxNames} logins (case-insensitive) or channel IDs, separated by commas.`,
    type: 'string',
    pattern: `^${loginPattern}(,${loginPattern}){0,${maxNames - 1}}$`,
    example: 'aurora_plays,nightshift_radio',
  })
  @Transform(({ value }) => readNames(value))
  @Matches(new RegExp(`^${loginForm}$`), { each: true, message: badNames })
  @ArrayMaxSize(maxNames, { message: badNames })
  @IsArray({ message: badNames })
  names: string[];
}

/** Returns undefined unless the parameter is a single text. A repeated parameter is an array. */
function readNames(value: unknown): string[] | undefined {
  return typeof value === 'string' ? [...new Set(inLowerCase(value).split(','))] : undefined;
}
