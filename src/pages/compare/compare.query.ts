import { Transform } from 'class-transformer';
import { IsArray, IsIn, IsOptional } from 'class-validator';
import { defaultDays } from '../../figures/windows.js';
import { SearchText } from '../../http/query/search-text.decorator.js';
import { windowDays } from '../../figures/windows.js';
import { plainText } from '../parts/names/texts.js';

export const maxCompared = 4;

export const scales = ['linear', 'log', 'indexed'] as const;
export type Scale = (typeof scales)[number];

export const badScale = `$property must be one of ${scales.join(', ')}`;

/** The streamers to compare, the number of days, and the scales of the graphs. */
export class CompareQuery {
  /** Names as people write them. The form sends one per field, links have them separated by commas. */
  @Transform(({ value }) => readNames(value))
  @SearchText('streamers must be names of at most 100 characters', 0, { each: true })
  @IsArray({ message: 'streamers must be a list of names, separated by commas' })
  streamers: string[] = [];

  @IsIn(windowDays.map(String), { message: `days must be one of ${windowDays.join(', ')}` })
  days = String(defaultDays);

  /** By default, the scale that suits the data. */
  @IsOptional()
  @IsIn(scales, { message: badScale })
  viewers?: Scale;

  @IsOptional()
  @IsIn(scales, { message: badScale })
  followers?: Scale;
}

/** Reads the names from one text or from repeated fields, without empty names and duplicates. */
function readNames(value: unknown): unknown {
  const texts: unknown[] = Array.isArray(value) ? value : [value];
  if (!texts.every((text) => typeof text === 'string')) return undefined;
  const names = texts.flatMap((text) => text.split(',')).map((name) => plainText(name));
  return [...new Set(names.filter((name) => name !== ''))];
}
