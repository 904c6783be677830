import { Transform } from 'class-transformer';
import { IsArray, IsIn, IsOptional, ValidateBy, ValidationArguments } from 'class-validator';
import { countNames } from '../../config/channel-counts.js';
import { defaultDays, windowDays } from '../../figures/windows.js';
import { SearchText } from '../../http/query/search-text.decorator.js';
import { Addressed, addressOf, pathTo, QueryValues } from '../parts/names/link.js';
import { plainText } from '../../streams/shown-text.js';
import { PageRange, RangeParameter, readPageRange } from '../parts/ranges/page-range.js';
import { RangeChoiceQuery } from '../parts/ranges/range-choice.js';

export const maxCompared = 4;

export const scales = ['linear', 'log', 'indexed'] as const;
export type Scale = (typeof scales)[number];

/** The graphs whose scale readers can choose, which a parameter of the same name has. */
export const scaledCharts = ['viewers', ...countNames] as const;
export type ScaledChart = (typeof scaledCharts)[number];
export type ChartScales = { [Chart in ScaledChart]?: Scale | undefined };

const badScale = `$property must be one of ${scales.join(', ')}`;

export const comparedDays = windowDays.map(String);

/** The streamers to compare, the range, and the scales of the graphs. */
export class CompareQuery extends RangeChoiceQuery {
  /** Names as people write them. The form sends one per field, links have them separated by commas. */
  @Transform(({ value }) => readNames(value))
  @SearchText('streamers must be names of at most 100 characters', 0, { each: true })
  @IsArray({ message: 'streamers must be a list of names, separated by commas' })
  streamers: string[] = [];

  @RangeParameter(comparedDays)
  override range = String(defaultDays);

  /** The range, if it is a number of days. */
  @IsOptional()
  @IsIn(comparedDays, { message: `days must be one of ${comparedDays.join(', ')}` })
  @ValidateBy({ name: 'one', validator: { validate: isOnlyRange } }, { message: 'Use only one of days and range' })
  days?: string;

  /** By default, the scale that suits the data. */
  @IsOptional()
  @IsIn(scales, { message: badScale })
  viewers?: Scale;

  @IsOptional()
  @IsIn(scales, { message: badScale })
  followers?: Scale;

  @IsOptional()
  @IsIn(scales, { message: badScale })
  subscribers?: Scale;
}

export function pickScales({ viewers, followers, subscribers }: ChartScales): ChartScales {
  return { viewers, followers, subscribers };
}

function isOnlyRange(_days: unknown, args?: ValidationArguments): boolean {
  return (args?.object as CompareQuery).range === String(defaultDays);
}

/** Returns the range of a comparison. */
export function readComparedRange({ range, tz, days }: Pick<CompareQuery, 'range' | 'tz' | 'days'>): PageRange {
  return readPageRange({ range: days ?? range, tz });
}

/** Returns the parameters of a range in the address of a comparison. */
export function comparedRange({ call, query: { range, tz } }: PageRange): QueryValues {
  return call ? { range, tz } : { days: range === String(defaultDays) ? undefined : range, tz };
}

/** Reads the names from one text or from repeated fields, without empty names and duplicates. */
function readNames(value: unknown): unknown {
  const texts: unknown[] = Array.isArray(value) ? value : [value];
  if (!texts.every((text) => typeof text === 'string')) return undefined;
  const names = texts.flatMap((text) => text.split(',')).map((name) => plainText(name));
  return [...new Set(names.filter((name) => name !== ''))];
}

/** The options of a comparison that links keep. */
export interface CompareOptions extends ChartScales {
  range: PageRange;
}

interface Named {
  streamer: Addressed;
}

/** Returns the names of the compared streamers for addresses. */
export function joinNames(compared: readonly Named[]): string {
  return compared.map(({ streamer }) => addressOf(streamer)).join(',');
}

/** Returns the path of a comparison, with one more streamer if given. */
export function comparePath(compared: readonly Named[], options: CompareOptions, added?: string): string {
  const streamers = [joinNames(compared), added].filter(Boolean).join(',') || undefined;
  return pathTo('/compare', { streamers, ...comparedRange(options.range), ...pickScales(options) });
}

/** Returns the parameters of the files, pictures and frames of a panel. A graph has its own scale only. */
export function sharedQuery(compared: readonly Named[], options: CompareOptions, panel: string): QueryValues {
  const scale = Object.fromEntries(Object.entries(pickScales(options)).filter(([chart]) => chart === panel));
  return { streamers: joinNames(compared), ...comparedRange(options.range), ...scale };
}
