import { capped, quotientSql } from '../database/exact-figures.js';

/** Maximum number of games with stored totals in an hour. */
export const maxHourGames = 200;

/** SQL for the maximum time for which a complete sweep holds. */
export const sweepHold = `interval '10 minutes'`;

/**
 * SQL for the figures of grouped hours of `totals t`:
 *
 *     avg_viewers = sum(viewers * time) / covered time, rounded; avg_streams likewise
 *     watchtime   = sum(viewers * time) in minutes, rounded; at most 2^53 - 1
 *
 * `coveredMs` is SQL for the time in these hours for which a sweep holds.
 */
export function totalFigures(coveredMs = 'sum(t.covered_ms)'): string {
  const mean = (sum: string) => capped(quotientSql(`sum(t.${sum})`, coveredMs));
  return `
    ${mean('viewer_ms')} AS avg_viewers,
    ${capped('max(t.peak_viewers)')} AS peak_viewers,
    ${mean('stream_ms')} AS avg_streams,
    max(t.peak_streams) AS peak_streams,
    ${capped(quotientSql('sum(t.viewer_ms)', '60000'))} AS watchtime,
    ${quotientSql(coveredMs, '1000')} AS covered_seconds,
    max(t.watched_channels) AS watched_channels`;
}
