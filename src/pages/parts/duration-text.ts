import { hourMs, minuteMs } from '../../figures/time.js';
import { countText, fullNumber, quotientInTenths, roundedQuotient } from '../../charts/labels/number-labels.js';

/** Writes whole minutes such as 5 h 12 min, from three days on as days and hours. */
export function durationText(minutes: number): string {
  const write = (count: number, unit: string) => (count > 0 ? `${count} ${unit}` : '');
  const hours = Math.floor(minutes / 60);
  const parts =
    hours < 72
      ? [write(hours, 'h'), write(minutes % 60, 'min')]
      : [write(Math.floor(hours / 24), 'd'), write(hours % 24, 'h')];
  return parts.filter(Boolean).join(' ') || '0 min';
}

/** Writes whole minutes as hours, as in a sentence about many streams: 1,234 hours. Less than an hour is in minutes. */
export function airtimeText(minutes: number): string {
  return minutes < 60 ? durationText(minutes) : countText(roundedQuotient(minutes, 60), 'hour');
}

/** Writes a duration for a sentence: 1 minute, 5 minutes. */
export function minutesText(minutes: number): string {
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}

/** Returns the whole minutes between two times. */
export function minutesBetween(from: string, to: string): number {
  return Math.max(0, Math.floor((Date.parse(to) - Date.parse(from)) / minuteMs));
}

/** Writes milliseconds as hours with one decimal. */
export function hoursText(ms: number): string {
  return fullNumber(quotientInTenths(ms, hourMs));
}

interface Span {
  started_at: string;
  ended_at: string | null;
}

/** Returns the whole minutes of a stream or an event; null without an end. */
export function computeLength({ started_at, ended_at }: Span): number | null {
  return ended_at === null ? null : minutesBetween(started_at, ended_at);
}
