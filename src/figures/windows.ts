import { maxFigure, quotientSql } from '../database/exact-figures.js';
import { Prisma } from '../generated/prisma/client.js';
import { dayMs, TimeRange } from './time.js';

/** A window that does not move with time, with the window before it for comparisons. */
export interface FixedWindow extends TimeRange {
  before: TimeRange;
}

/** Lengths, in days, of windows that end now. */
export const windowDays = [7, 30, 90, 365] as const;

/** A window that a user chose: days that end now, or a fixed window. Figures use the streams that start in the window. */
export type ChosenWindow = number | FixedWindow;

/** Time after which a window is final in any case. A stream that only a file describes can be live for ever. */
export const finalAfterMs = 2 * dayMs;

/** Default length of a window in days. "Monthly" and "thirty day" figures always use this length. */
export const defaultDays = 30;

/** Default length of the window of totals in days. */
export const defaultTotalsDays = 7;

/** Maximum length in days of a window between two times. */
export const maxDays = 400;

/** Returns the window of `days` x 24 hours that ends at `to`. */
export function windowEndingAt(to: Date, days: number = defaultDays): TimeRange {
  return { from: to.getTime() - days * dayMs, to: to.getTime() };
}

/** Returns the window of a request at a moment. */
export function fixWindow(chosen: ChosenWindow, now: Date): FixedWindow {
  if (typeof chosen !== 'number') return chosen;
  const window = windowEndingAt(now, chosen);
  return { ...window, before: windowBefore(window) };
}

/** Returns the part of a window before now. A stream with a start in the future is in no window. */
export function untilNow({ from, to }: TimeRange, now: Date): TimeRange {
  return { from, to: Math.min(to, now.getTime()) };
}

/** Returns the length of a window in days of 24 hours. */
export function daysIn({ from, to }: TimeRange): number {
  return (to - from) / dayMs;
}

/** Returns the window of the same length that ends at the start of a window. */
export function windowBefore({ from, to }: TimeRange): TimeRange {
  return { from: 2 * from - to, to: from };
}

/** SQL for a moment, which can be infinite. Dates can be before the year 1, texts in ISO 8601 cannot. */
export function momentSql(at: number): Prisma.Sql {
  const moment = Number.isFinite(at) ? new Date(at) : at < 0 ? '-infinity' : 'infinity';
  return Prisma.sql`${moment}::timestamptz`;
}

/** SQL for whether the moment in a column is in a range. */
export function isIn(column: string, { from, to }: TimeRange): Prisma.Sql {
  return Prisma.sql`${Prisma.raw(column)} >= ${momentSql(from)} AND ${Prisma.raw(column)} < ${momentSql(to)}`;
}

/**
 * Returns SQL for the whole minutes of a stream of `streams s`. A live stream counts until its last observation, or
 * until now if it has no observation. `now` is SQL for the current time.
 */
export function wholeMinutes(now: string): string {
  return `floor(date_part('epoch', COALESCE(s.ended_at, least(s.observed_at, ${now})) - s.started_at) / 60)::bigint`;
}

/**
 * SQL for the figures of streams `f` with a column `minutes`. The mean of viewers is weighted by minutes and excludes
 * streams with unknown viewers. If all streams last 0 minutes, it is the plain mean. The sum of watchtimes is limited
 * to the largest figure.
 */
export const windowFiguresSql = `
  count(*) AS stream_count,
  COALESCE(sum(f.minutes), 0) AS total_minutes,
  COALESCE(
    ${quotientSql('sum(f.avg_viewers * f.minutes::numeric)', 'sum(f.minutes) FILTER (WHERE f.avg_viewers IS NOT NULL)')},
    ${quotientSql('sum(f.avg_viewers)', 'count(f.avg_viewers)')},
    0
  ) AS avg_viewers,
  COALESCE(max(f.peak_viewers), 0) AS peak_viewers,
  least(COALESCE(sum(f.watchtime), 0), ${maxFigure}) AS watchtime`;
