import { Transform } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsIn, Matches } from 'class-validator';
import { windowDays } from '../../streamer/dto/window-stats.query.js';

export const mostCompared = 4;
const badStreamers = `streamers must be at most ${mostCompared} logins or channel ids, separated by commas`;

/** Which streamers to compare, over how many days. The fields of the form without scripts give the names one by one. */
export class CompareQuery {
  @Transform(({ value }) => readNames(value))
  @Matches(/^[a-z0-9_]{1,25}$/, { each: true, message: badStreamers })
  @ArrayMaxSize(mostCompared, { message: badStreamers })
  @IsArray({ message: badStreamers })
  streamers: string[] = [];

  @IsIn(windowDays.map(String), { message: `days must be one of ${windowDays.join(', ')}` })
  days = '30';
}

/** The names of one text, or of several fields with the same name, without empty ones and repetitions. */
function readNames(value: unknown): unknown {
  const texts: unknown[] = Array.isArray(value) ? value : [value];
  if (!texts.every((text) => typeof text === 'string')) return undefined;
  const names = texts.flatMap((text) => text.toLowerCase().split(/[\s,]+/));
  return [...new Set(names.filter((name) => name !== ''))];
}
