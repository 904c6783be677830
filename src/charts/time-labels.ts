import { utcDay, utcMinute, utcMonth, utcYear } from 'd3-time';
import { utcFormat } from 'd3-time-format';

const second = utcFormat('%H:%M:%S');
const minute = utcFormat('%H:%M');
const day = utcFormat('%-d %b');
const month = utcFormat('%b');
const year = utcFormat('%Y');
const dayOfYear = utcFormat('%-d %b %Y');

/** How to label the ticks of a time axis, in UTC: each with as much of its moment as tells it from the others. */
export function timeLabels(ticks: readonly Date[]): (moment: Date) => string {
  const startsMonths = ticks.every((moment) => utcMonth(moment) >= moment);
  return (moment) => {
    if (utcMinute(moment) < moment) return second(moment);
    if (utcDay(moment) < moment) return minute(moment);
    if (!startsMonths) return day(moment);
    return utcYear(moment) < moment ? month(moment) : year(moment);
  };
}

/** The days of a range, both of which it has: 1 Oct – 22 Nov 2026. */
export function dayRange(from: Date, to: Date): string {
  const end = dayOfYear(to);
  if (dayOfYear(from) === end) return end;
  return `${year(from) === year(to) ? day(from) : dayOfYear(from)} – ${end}`;
}

/** A moment to the minute, in UTC: 22 Nov 2026, 14:05. */
export function fullMoment(moment: Date): string {
  return `${dayOfYear(moment)}, ${minute(moment)}`;
}

/** How long ago a moment is, in its largest unit: 4 min ago, 5 d ago. */
export function ageText(at: string, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - Date.parse(at)) / 60_000));
  if (minutes < 1) return 'just now';
  if (minutes < 120) return `${minutes} min ago`;
  if (minutes < 2 * 1440) return `${Math.floor(minutes / 60)} h ago`;
  return `${Math.floor(minutes / 1440)} d ago`;
}

/** What to say of a stream that may have ended since it was last observed. */
export function lastSeenText(at: string, now: Date): string {
  return `last seen ${ageText(at, now)}`;
}
