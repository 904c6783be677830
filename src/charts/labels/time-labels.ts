import { utcDay, utcMinute, utcMonth, utcYear } from 'd3-time';
import { dayMs, minuteMs } from '../../figures/time.js';

// JavaScript specifies this text: Sun, 22 Nov 2026 14:05:09 GMT.
const textPart = (from: number, to?: number) => (moment: Date) => moment.toUTCString().slice(from, to);
const second = textPart(-12, -4);
const year = textPart(-17, -13);
/** Writes a time of a known day in UTC: 14:05. */
export const timeText = textPart(-12, -7);
/** Writes a month of a known year in UTC: Nov. */
export const monthName = textPart(8, 11);
/** Writes a month in UTC: Nov 2026. */
export const monthText = textPart(8, 16);

/** Writes a day of a known year in UTC: 22 Nov. */
export function shortDay(moment: Date): string {
  return `${moment.getUTCDate()} ${monthName(moment)}`;
}

/** Writes a day in UTC: 22 Nov 2026. */
export function fullDay(moment: Date): string {
  return `${shortDay(moment)} ${year(moment)}`;
}

/** Writes a time in UTC to the minute: 22 Nov 2026, 14:05. */
export function fullMoment(moment: Date): string {
  return `${fullDay(moment)}, ${timeText(moment)}`;
}

/** Returns a function that labels time ticks in UTC, each with the smallest unit that is not zero. */
export function timeLabels(ticks: readonly Date[]): (moment: Date) => string {
  const startsMonths = ticks.every((moment) => utcMonth(moment) >= moment);
  return (moment) => {
    if (utcMinute(moment) < moment) return second(moment);
    if (utcDay(moment) < moment) return timeText(moment);
    if (!startsMonths) return shortDay(moment);
    return monthOrYear(moment);
  };
}

/** Writes a range of days, both inclusive: 1 Oct – 22 Nov 2026. */
export function dayRange(from: Date, to: Date): string {
  const end = fullDay(to);
  if (fullDay(from) === end) return end;
  return `${year(from) === year(to) ? shortDay(from) : fullDay(from)} – ${end}`;
}

/** Writes a month on an axis of months in UTC: Nov, or the year for January. */
export function monthOrYear(moment: Date): string {
  return (utcYear(moment) < moment ? monthName : year)(moment);
}

/** Writes a time in UTC within a range: 14:05 or, if the range is a day or longer, 22 Nov, 14:05. */
export function timeWithin(moment: Date, rangeMs: number): string {
  return rangeMs < dayMs ? timeText(moment) : `${shortDay(moment)}, ${timeText(moment)}`;
}

/** Writes a day in UTC: today, yesterday, tomorrow, 24 Nov or, in another year, 24 Nov 2025. */
export function dayText(moment: Date, now: Date): string {
  const ago = Math.floor(now.getTime() / dayMs) - Math.floor(moment.getTime() / dayMs);
  if (ago === 0) return 'today';
  if (ago === 1) return 'yesterday';
  if (ago === -1) return 'tomorrow';
  return year(moment) === year(now) ? shortDay(moment) : fullDay(moment);
}

/** Writes a time in UTC: today at 21:18, or 24 Nov, 21:18. */
export function momentText(moment: Date, now: Date): string {
  const text = dayText(moment, now);
  return `${text}${/^\d/.test(text) ? ', ' : ' at '}${timeText(moment)}`;
}

const weekdays = ['Sundays', 'Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays'];

/** Functions that write a time in UTC for a reader, by the names in the attribute `data-form` of a page. */
export const timeForms = {
  moment: momentText,
  day: dayText,
  date: fullDay,
  /** A day that is the name of 24 hours in UTC, in every time zone. */
  utc: dayText,
  hour: timeText,
  /** A recurring weekday: Mondays. */
  weekday: (moment: Date) => weekdays[moment.getUTCDay()] ?? '',
};

/** Writes the time until a moment: 3 days by the calendar in UTC, 5 h on the last day, then "any minute". */
export function timeLeft(moment: Date, now: Date): string {
  const hours = Math.floor((moment.getTime() - now.getTime()) / (60 * minuteMs));
  if (hours < 24) return hours < 1 ? 'any minute' : `${hours} h`;
  const days = Math.floor(moment.getTime() / dayMs) - Math.floor(now.getTime() / dayMs);
  return days === 1 ? '1 day' : `${days} days`;
}

/** Writes the weekday of a time in UTC: Wed. */
export const weekdayName = textPart(0, 3);

/** Writes the age of a time in its largest unit: 4 min ago, 5 d ago. */
export function ageText(at: string, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - Date.parse(at)) / minuteMs));
  if (minutes < 1) return 'just now';
  if (minutes < 120) return `${minutes} min ago`;
  if (minutes < 2 * 1440) return `${Math.floor(minutes / 60)} h ago`;
  return `${Math.floor(minutes / 1440)} d ago`;
}

/** Returns the note for a stream that may have ended since its last observation. */
export function lastSeenText(at: string, now: Date): string {
  return `last seen ${ageText(at, now)}`;
}
