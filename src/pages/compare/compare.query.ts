import { Transform } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsIn, Matches } from 'class-validator';
import { windowDays } from '../../streamer/dto/window-stats.query.js';

export const mostCompared = 4;
const badStreamers = `streamers must be at most ${mostCompared} logins or channel IDs, separated by commas`;

/** The streamers to compare, and the number of days. The form without scripts sends one name per field. */
export class CompareQuery {
  @Transform(({ value }) => readNames(value))
  @Matches(/^[a-z0-9_]{1,25}$/, { each: true, message: badStreamers })
  @ArrayMaxSize(mostCompared, { message: badStreamers })
  @IsArray({ message: badStreamers })
  streamers: string[] = [];

  @IsIn(windowDays.map(String), { message: `days must be one of ${windowDays.join(', ')}` })
  days = '30';
}

/** Reads the names from one text or from repeated fields, without empty names and duplicates. */
function readNames(value: unknown): unknown {
  const texts: unknown[] = Array.isArray(value) ? value : [value];
  if (!texts.every((text) => typeof text === 'string')) return undefined;
  const names = texts.flatMap((text) => text.toLowerCase().split(/[\s,]+/));
  return [...new Set(names.filter((name) => name !== ''))];
}
