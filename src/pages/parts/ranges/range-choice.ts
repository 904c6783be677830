import { IsOptional, Matches } from 'class-validator';
import type { NextFunction, Request, Response } from 'express';
import { fullDay } from '../../../charts/labels/time-labels.js';
import { isZone } from '../../../figures/calendar.js';
import { dayMs } from '../../../figures/time.js';
import { maxDays } from '../../../figures/windows.js';
import { plainText } from '../../../streams/shown-text.js';
import { writeDate } from './calendar-range.js';
import { isFixedRange, PageRangeQuery, RangeText } from './page-range.js';

const text = { message: '$property must be a text of at most 100 characters' };

/** The fields of the form of ranges. `by` is the button: the form was sent for its dates, or for a period of its list. */
export class RangeChoiceQuery extends PageRangeQuery {
  @IsOptional()
  @Matches(/^(dates|period)$/, { message: 'by must be one of dates, period' })
  by?: string;

  @IsOptional()
  @Matches(/^.{0,100}$/, text)
  from?: string;

  /** The last day, inclusive. */
  @IsOptional()
  @Matches(/^.{0,100}$/, text)
  to?: string;

  @IsOptional()
  @Matches(/^.{0,100}$/, text)
  period?: string;

  /** As people type it, unlike `tz`. */
  @IsOptional()
  @Matches(/^.{0,100}$/, text)
  zone?: string;
}

export type RangeChoice = Pick<RangeChoiceQuery, 'by' | 'from' | 'to' | 'period' | 'zone'>;

interface ReadChoice {
  range?: RangeText;
  fault?: string;
}

/** Returns the chosen range, or what is wrong with the choice; undefined if the form was not sent. */
export function readRangeChoice({
  by,
  from = '',
  to = '',
  period = '',
  zone = '',
}: RangeChoice): ReadChoice | undefined {
  if (by !== 'dates' && by !== 'period') return undefined;
  const name = zone.trim();
  if (name !== '' && !isZone(name)) {
    return { fault: `There is no time zone “${plainText(name)}”. Write a name such as Europe/Berlin.` };
  }
  const tz = name === '' || name.toUpperCase() === 'UTC' ? undefined : name;
  if (by === 'period') {
    return isFixedRange({ range: period, tz })
      ? { range: { range: period, tz } }
      : { fault: 'Choose a month, quarter or year.' };
  }
  return readDates(from, to, tz);
}

function readDates(from: string, to: string, tz: string | undefined): ReadChoice {
  const [first, last] = [from, to].map(readDate);
  if (first === undefined || last === undefined) return { fault: 'Choose both dates.' };
  if (last < first) return { fault: '“To” is before “From”.' };
  const rangeUntil = (day: number) => ({ range: `${writeDate(first)}..${writeDate(day + dayMs)}`, tz });
  if (isFixedRange(rangeUntil(last))) return { range: rangeUntil(last) };
  // In a zone whose clocks change, the longest range can be an hour too long.
  const longest = first + (maxDays - 1) * dayMs;
  const end = isFixedRange(rangeUntil(longest)) ? longest : longest - dayMs;
  return {
    fault: `At most ${maxDays} days: from ${fullDay(new Date(first))} the last day is ${fullDay(new Date(end))}.`,
  };
}

function readDate(text: string): number | undefined {
  const at = Date.parse(`${text}T00:00Z`);
  return !Number.isNaN(at) && writeDate(at) === text ? at : undefined;
}

const pages = /^\/(streamers\/[^/]+|compare|totals)$/;
const replaced = ['by', 'from', 'to', 'period', 'zone', 'range', 'days', 'tz', 'cursor', 'games_cursor'];

/** Redirects a form of ranges to the page of the chosen range. A page shows what is wrong with a choice. */
export function rangeChoice(request: Request, response: Response, next: NextFunction): void {
  if (!pages.test(request.path) || request.query.by === undefined) return next();
  const fields = new URL(request.url, 'http://host').searchParams;
  const { range } = readRangeChoice(Object.fromEntries(fields)) ?? {};
  if (range === undefined) return next();
  for (const name of replaced) fields.delete(name);
  for (const [name, value] of Object.entries(range)) if (value !== undefined) fields.set(name, value);
  // Relative, because a proxy may strip a path.
  response.redirect(303, `?${fields.toString().replaceAll('%2C', ',').replaceAll('%2F', '/')}`);
}
