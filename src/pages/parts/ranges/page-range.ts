import { plainToInstance } from 'class-transformer';
import { IsOptional, ValidateBy, validateSync, ValidationArguments } from 'class-validator';
import { dayMs, TimeRange } from '../../../figures/time.js';
import { dayRange, fullDay, fullMoment } from '../../../charts/labels/time-labels.js';
import { isZone } from '../../../clock/zone-formats.js';
import { createOffsetAt, monthOf } from '../../../figures/calendar.js';
import { ChosenWindow, defaultDays, fixWindow, FixedWindow, maxDays, windowDays } from '../../../figures/windows.js';
import { keysOfWindow, WindowQuery } from '../../../http/query/window.query.js';
import type { QueryValues } from '../names/link.js';
import { monthInWords } from '../lists/selects.js';
import { calendarRange, readCalendarRange, writeCalendarRange, writeDate } from './calendar-range.js';

/** The ranges that end now. */
export const movingRanges = [...windowDays.map(String), 'all'] as const;

/** The parameters that select a range. */
export type RangeText = { range: string; tz?: string | undefined };

/** The range of a page, its files, pictures and frames, and the time zone of its days. */
export class PageRangeQuery {
  @RangeParameter(movingRanges)
  range = String(defaultDays);

  @IsOptional()
  @ZoneParameter()
  tz?: string;
}

/** Accepts the names of time zones. */
export function ZoneParameter(): PropertyDecorator {
  const message = '$property must be an IANA time zone such as Europe/Berlin';
  return ValidateBy({ name: 'zone', validator: { validate: isZone } }, { message });
}

/** Accepts some ranges that end now, weeks, months, quarters, years and dates. */
export function RangeParameter(moving: readonly string[]): PropertyDecorator {
  const isRange = (range: unknown, args?: ValidationArguments) => {
    if (typeof range !== 'string') return false;
    const { tz } = args?.object as PageRangeQuery;
    return moving.includes(range) || isFixedRange({ range, ...(isZone(tz) && { tz }) });
  };
  return ValidateBy(
    { name: 'range', validator: { validate: isRange } },
    {
      message: `$property must be one of ${moving.join(', ')}, a week such as 2026-W47, a month such as 2026-10, a quarter such as 2026-Q4, a year such as 2026, or dates such as 2026-10-03..2026-10-05, the second exclusive and at most ${maxDays} days later`,
    },
  );
}

/** The range of a page, its files, pictures and frames. */
export interface PageRange {
  /** Undefined for all time. */
  chosen: ChosenWindow | undefined;
  /** The parameters of pages. */
  query: RangeText;
  /** The time zone of days, weeks and months. */
  zone: string;
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

const datesPattern = /^(?<from>\d{4}-\d\d-\d\d)\.\.(?<to>\d{4}-\d\d-\d\d)$/;

type Call = Readonly<Record<string, string | undefined>>;

/** Returns the parameters of the API for a calendar range or dates; undefined for another text. */
function parametersOf({ range, tz }: RangeText): Call | undefined {
  const period = readCalendarRange(range);
  if (!period) {
    const dates = datesPattern.exec(range)?.groups;
    return dates && { ...dates, tz };
  }
  const { unit, from, to } = period;
  if (unit === 'month' || unit === 'year') return { [unit]: range, tz };
  return { from: writeDate(from), to: writeDate(to), tz };
}

/** Returns whether the API accepts a calendar range or dates. */
export function isFixedRange(query: RangeText): boolean {
  const parameters = parametersOf(query);
  return parameters !== undefined && validateSync(plainToInstance(WindowQuery, parameters)).length === 0;
}

/** Reads a valid range. */
export function readPageRange({ range, tz }: RangeText): PageRange {
  const call = parametersOf({ range, tz });
  const zone = tz ?? 'UTC';
  const query = { range, tz };
  if (call) {
    const chosen = plainToInstance(WindowQuery, call).toWindow() as FixedWindow;
    return { chosen, call, query, zone, ...namesOf(range, call, zone) };
  }
  if (range === 'all') {
    return { chosen: undefined, query, zone, title: 'all time', noun: 'all time', within: 'of all time', before: '' };
  }
  const title = `last ${range} days`;
  const names = { title, noun: `the ${title}`, within: `in the ${title}`, before: `the ${range} days before` };
  return { chosen: Number(range), query, zone, ...names };
}

function namesOf(range: string, { from = '', to = '' }: Call, zone: string) {
  const period = periodInWords(range);
  const { unit } = readCalendarRange(range) ?? {};
  if (period !== undefined && (unit === 'month' || unit === 'year')) {
    return { title: `${period} (${zone})`, noun: period, within: `in ${period}`, before: `the ${unit} before` };
  }
  const [first, last] = [new Date(from), new Date(Date.parse(to) - dayMs)];
  const days = (last.getTime() - first.getTime()) / dayMs + 1;
  const noun = period ?? dayRange(first, last);
  return {
    ...{ title: `${noun} (${zone})`, noun, before: days === 1 ? 'the day before' : `the ${days} days before` },
    within: period ? `from ${noun}` : days === 1 ? `on ${noun}` : `from ${fullDay(first)} to ${fullDay(last)}`,
  };
}

/** Writes a month, quarter or year: October 2026, April to June 2026, 2026; undefined for another range. */
export function periodInWords(range: string): string | undefined {
  const { unit, from, to } = readCalendarRange(range) ?? {};
  if (unit !== 'quarter' || !from || !to)
    return unit === 'month' ? monthInWords(range) : unit && unit !== 'week' ? range : undefined;
  const [first, last] = [from, new Date(to.getTime() - dayMs)].map((day) => monthInWords(monthOf(day)));
  return `${first?.replace(/ \d+$/, '')} to ${last}`;
}

/** Returns the date in a time zone at a moment, as the midnight of the date in UTC. */
export function dateIn(zone: string, at: Date): Date {
  return new Date(Math.floor((at.getTime() + createOffsetAt(zone)(at.getTime())) / dayMs) * dayMs);
}

/** Returns whether a range has a recap: months and years. */
export function hasRecap({ call }: PageRange): boolean {
  return call?.month !== undefined || call?.year !== undefined;
}

/** Returns the range of the same kind before or after a calendar range or dates; undefined if it starts in the future. */
export function nextRange({ query: { range, tz }, call, zone }: PageRange, step: -1 | 1, now: Date) {
  if (call === undefined) return undefined;
  const period = readCalendarRange(range);
  const [from, to] = range.split('..').map((date) => Date.parse(date)) as [number, number];
  const shift = step * (to - from);
  const next = period
    ? writeCalendarRange(calendarRange(period.unit, period.from, step))
    : `${writeDate(from + shift)}..${writeDate(to + shift)}`;
  if (!isFixedRange({ range: next, tz })) return undefined;
  const { from: start } = readCalendarRange(next) ?? { from: new Date(from + shift) };
  return start > dateIn(zone, now) ? undefined : readPageRange({ range: next, tz });
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
  if (call === undefined || chosen === undefined)
    return query.tz === undefined ? [query.range] : [query.range, query.tz];
  return [query.range, query.tz ?? '', ...keysOfWindow(chosen)];
}

/** Returns the parts of a cache key: the parameters, in any order, and those of a range. */
export function keysOfQuery(query: object): (string | number)[] {
  const { range, tz, ...others } = query as Partial<RangeText>;
  const values = Object.entries(others).filter(([, value]) => value !== undefined);
  return [...(range === undefined ? [] : keysOfRange(readPageRange({ range, tz }))), JSON.stringify(values.sort())];
}

/**
 * Returns the last whole days, as many as in a range that ends now; undefined for another range. The dates of all time begin
 * with the first known day, or are the last ones that a range can have.
 */
export function freezeRange({ chosen, call, zone }: PageRange, now: Date, since = 0): PageRange | undefined {
  if (call) return undefined;
  const to = dateIn(zone, now).getTime();
  const known = Math.ceil((to - dateIn(zone, new Date(since)).getTime()) / dayMs);
  const days = typeof chosen === 'number' ? chosen : Math.min(Math.max(1, known), maxDays);
  const range = (length: number) => ({ range: `${writeDate(to - length * dayMs)}..${writeDate(to)}`, tz: zone });
  // The longest range can be an hour too long in a zone whose clocks change.
  return readPageRange(isFixedRange(range(days)) ? range(days) : range(days - 1));
}

/** Writes a range with the time of its end, if it ends now. */
export function rangeText({ title, call }: PageRange, now: Date): string {
  return call ? title : `${title} up to ${fullMoment(now)} UTC`;
}
