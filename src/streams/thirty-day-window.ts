import { largestFigure, roundedQuotient } from '../database/exact-figures.js';
import { Prisma } from '../generated/prisma/client.js';

/** The window of figures over many streams: those that started in `[from, to)`. */
export interface Window {
  from: Date;
  to: Date;
}

const dayMs = 24 * 60 * 60 * 1000;

/** The window of so many days of 24 hours that ends at a moment; by default the one of "monthly" and "thirty day" figures. */
export function windowEndingAt(to: Date, days = 30): Window {
  return { from: new Date(to.getTime() - days * dayMs), to };
}

/** The window of the same length that ends where another one begins. */
export function windowBefore({ from, to }: Window): Window {
  return { from: new Date(2 * from.getTime() - to.getTime()), to: from };
}

/**
 * SQL for the whole minutes of a stream of `streams s`; a live one counts until it was last observed or, where nothing
 * observed it, up to now. `${now}` is the SQL of that moment.
 */
export function wholeMinutes(now: string): string {
  return `floor(date_part('epoch', COALESCE(s.ended_at, least(s.observed_at, ${now})) - s.started_at) / 60)::bigint`;
}

/**
 * SQL for the figures of many streams `f` with a column `minutes`. The mean of viewers is weighted by minutes, and
 * leaves streams of unknown viewers out; streams too short to weigh anything count alike. The sum of watchtimes is at most
 * the largest figure.
 */
export const windowFigures = `
  count(*) AS stream_count,
  COALESCE(sum(f.minutes), 0) AS total_minutes,
  COALESCE(
    ${roundedQuotient('sum(f.avg_viewers * f.minutes::numeric)', 'sum(f.minutes) FILTER (WHERE f.avg_viewers IS NOT NULL)')},
    ${roundedQuotient('sum(f.avg_viewers)', 'count(f.avg_viewers)')},
    0
  ) AS avg_viewers,
  COALESCE(max(f.peak_viewers), 0) AS peak_viewers,
  least(COALESCE(sum(f.watchtime), 0), ${largestFigure}) AS watchtime`;

/** {@link windowFigures} for Prisma; a constant, so no value of a caller gets into it. */
export const windowFiguresSql = Prisma.raw(windowFigures);
