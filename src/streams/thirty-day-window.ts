import { largestFigure, roundedQuotient } from '../database/exact-figures.js';
import { Prisma } from '../generated/prisma/client.js';

/** The window of "monthly" and "thirty day" figures: the streams that started in these 30 x 24 hours, `[from, to)`. */
export interface Window {
  from: Date;
  to: Date;
}

const windowMs = 30 * 24 * 60 * 60 * 1000;

/** The window that ends at a moment. */
export function windowEndingAt(to: Date): Window {
  return { from: new Date(to.getTime() - windowMs), to };
}

/**
 * SQL for the whole minutes of a stream of `streams s`; a live one counts until it was last observed or, where nothing
 * observed it, up to the end of the window. `${to}` is the SQL of that moment.
 */
export function wholeMinutes(to: string): string {
  return `floor(date_part('epoch', COALESCE(s.ended_at, least(s.observed_at, ${to})) - s.started_at) / 60)::bigint`;
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
