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
