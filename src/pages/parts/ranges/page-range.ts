import { plainToInstance } from 'class-transformer';
import { IsOptional, ValidateBy, validateSync, ValidationArguments } from 'class-validator';
import { dayMs, TimeRange } from '../../../figures/time.js';
import { dayRange, fullDay } from '../../../charts/labels/time-labels.js';
import { isZone } from '../../../clock/zone-formats.js';
import { ChosenWindow, defaultDays, fixWindow, FixedWindow, maxDays, windowDays } from '../../../figures/windows.js';
import { keysOfWindow, WindowQuery } from '../../../http/query/window.query.js';
import type { QueryValues } from '../names/link.js';
import { monthInWords } from '../lists/selects.js';

/** The ranges that end now. */
export const movingRanges = [...windowDays.map(String), 'all'] as const;

/** The parameters that select a range. */
export type RangeText = { range: string; tz?: string | undefined };

/** The range of a page, its files, pictures and frames, and the time zone of a month, a year or dates. */
export class PageRangeQuery {
  @RangeParameter(movingRanges)
  range = String(defaultDays);

  /** Ignored for ranges that end now, because a form without scripts keeps it. */
  @IsOptional()
  @ValidateBy(
    { name: 'zone', validator: { validate: isZone } },
    { message: 'tz must be an IANA time zone such as Europe/Berlin' },
  )
  tz?: string;
}

/** Accepts some ranges that end now, months, years and dates. */
export function RangeParameter(moving: readonly string[]): PropertyDecorator {
  const isRange = (range: unknown, args?: ValidationArguments) => {
    if (typeof range !== 'string') return false;
    const { tz } = args?.object as PageRangeQuery;
    return moving.includes(range) || isFixedRange({ range, ...(isZone(tz) && { tz }) });
  };
  return ValidateBy(
    { name: 'range', validator: { validate: isRange } },
    {
      message: `$property must be one of ${moving.join(', ')}, a month such as 2026-10, a year such as 2026, or dates such as 2026-10-03..2026-10-05, the second exclusive and at most ${maxDays} days later`,
    },
  );
}

/** The range of a page, its files, pictures and frames. */
export interface PageRange {
  /** Undefined for all time. */
  chosen: ChosenWindow | undefined;
  /** The parameters of pages. */
  query: RangeText;
  /** The parameters of API calls with the same window; undefined for a range that ends now. */
  call?: QueryValues;
  /** Its name, such as last 30 days or October 2026 (UTC). */
  title: string;
  /** Its name in a sentence, such as the last 30 days or October 2026. */
  noun: string;
  /** When something happened: in the last 30 days, in October 2026. */
  within: string;
  /** The name of the window before, such as the 30 days before or the month before. */
  before: string;
}

const form = /^(?:(?<month>\d{4}-\d\d)|(?<year>\d{4})|(?<from>\d{4}-\d\d-\d\d)\.\.(?<to>\d{4}-\d\d-\d\d))$/;

/** Returns the parameters of the API for a month, a year or dates; undefined for another text. */
function parametersOf({ range, tz }: RangeText): Readonly<Record<string, string | undefined>> | undefined {
  const parts = form.exec(range)?.groups;
  return parts && { ...parts, tz };
}

/** Returns whether the API accepts a month, a year or dates. */
function isFixedRange(query: RangeText): boolean {
  const parameters = parametersOf(query);
  return parameters !== undefined && validateSync(plainToInstance(WindowQuery, parameters)).length === 0;
}

/** Reads a valid range. */
export function readPageRange({ range, tz }: RangeText): PageRange {
  const call = parametersOf({ range, tz });
  if (call) {
    const chosen = plainToInstance(WindowQuery, call).toWindow() as FixedWindow;
    return { chosen, call, query: { range, tz }, ...namesOf(call, tz ?? 'UTC') };
  }
  const query = { range };
  if (range === 'all') {
    return { chosen: undefined, query, title: 'all time', noun: 'all time', within: 'of all time', before: '' };
  }
  const title = `last ${range} days`;
  const names = { title, noun: `the ${title}`, within: `in the ${title}`, before: `the ${range} days before` };
  return { chosen: Number(range), query, ...names };
}

function namesOf({ month, year, from = '', to = '' }: Partial<Record<string, string>>, zone: string) {
  const period = month === undefined ? year : monthInWords(month);
  if (period !== undefined) {
    const before = `the ${month === undefined ? 'year' : 'month'} before`;
    return { title: `${period} (${zone})`, noun: period, within: `in ${period}`, before };
  }
  const [first, last] = [new Date(from), new Date(Date.parse(to) - dayMs)];
  const noun = dayRange(first, last);
  const days = (last.getTime() - first.getTime()) / dayMs + 1;
  return {
    ...{ title: `${noun} (${zone})`, noun, before: days === 1 ? 'the day before' : `the ${days} days before` },
    within: days === 1 ? `on ${noun}` : `from ${fullDay(first)} to ${fullDay(last)}`,
  };
}

/** Writes the name of a range at the start of a sentence. */
export function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Returns the window of a range up to now. All time, and a window that is not over, have no window before. */
export function windowOfRange({ chosen }: PageRange, now: Date): TimeRange & { before?: TimeRange } {
  const end = now.getTime();
  if (chosen === undefined) return { from: 0, to: end };
  const { from, to, before } = fixWindow(chosen, now);
  return to <= end ? { from, to, before } : { from, to: Math.max(from, end) };
}

/** Returns the parts of a cache key. Calendar windows have their times too, which zone data can change. */
export function keysOfRange({ chosen, query, call }: PageRange): (string | number)[] {
  if (call === undefined || chosen === undefined) return [query.range];
  return [query.range, query.tz ?? '', ...keysOfWindow(chosen)];
}

/** Returns the parts of a cache key: the parameters, in any order, and those of a range. */
export function keysOfQuery(query: object): (string | number)[] {
  const { range, tz, ...others } = query as Partial<RangeText>;
  const values = Object.entries(others).filter(([, value]) => value !== undefined);
  return [...(range === undefined ? [] : keysOfRange(readPageRange({ range, tz }))), JSON.stringify(values.sort())];
}

/** Returns the last whole days in UTC, as many as in a range that ends now; undefined for another range. */
export function freezeRange({ chosen }: PageRange, now: Date): PageRange | undefined {
  if (typeof chosen !== 'number') return undefined;
  const today = Math.floor(now.getTime() / dayMs) * dayMs;
  const [from, to] = [today - chosen * dayMs, today].map((at) => new Date(at).toISOString().slice(0, 10));
  return readPageRange({ range: `${from}..${to}`, tz: 'UTC' });
}
