import { createOffsetAt } from './calendar.js';
import { visitHours } from './local-hours.js';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Returns the hour of the week that Intl writes. */
function clockOf(timeZone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'short', hour: 'numeric', hourCycle: 'h23' });
  return (at) => {
    const [day = '', hour = 0] = format.format(at).split(', ');
    return 24 * days.indexOf(day) + Number(hour);
  };
}

/** Returns the changes of the clocks in a year, to the minute: the times of day that Intl writes differ from those before. */
function changesIn(year: number, timeZone: string): number[] {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const offsetAt = (at: number) => Date.parse(`${format.format(at)}Z`) - at;
  const months = Array.from({ length: 13 }, (_, month) => Date.UTC(year, month));
  return months.slice(1).flatMap((end, i) => {
    let [low, high] = [months[i] as number, end];
    if (offsetAt(low) === offsetAt(high)) return [];
    const before = offsetAt(low);
    while (high - low > minuteMs) {
      const middle = low + Math.floor((high - low) / 2 / minuteMs) * minuteMs;
      if (offsetAt(middle) === before) low = middle;
      else high = middle;
    }
    return [high];
  });
}

function visited(timeZone: string, from: number, to: number): Record<number, number> {
  const week: Record<number, number> = {};
  visitHours([from, to], createOffsetAt(timeZone), (place, begin, end) => {
    week[place] = (week[place] ?? 0) + end - begin;
  });
  return week;
}

function counted(timeZone: string, from: number, to: number): Record<number, number> {
  const clock = clockOf(timeZone);
  const week: Record<number, number> = {};
  for (let at = from; at < to; at += minuteMs) week[clock(at)] = (week[clock(at)] ?? 0) + minuteMs;
  return week;
}

/** In 2010, the clocks of Newfoundland changed at 0:01. */
it.each([2010, 2026])('divides time by local hours at each change of the clocks in %i, in every zone', (year) => {
  const changes = Intl.supportedValuesOf('timeZone').flatMap((zone) =>
    changesIn(year, zone).map((change) => ({ zone, change })),
  );
  expect(changes.length).toBeGreaterThan(100);
  for (const { zone, change } of changes) {
    const range = [change - 1.5 * hourMs, change + 1.5 * hourMs] as const;
    expect({ zone, week: visited(zone, ...range) }).toEqual({ zone, week: counted(zone, ...range) });
  }
});

it('divides the hour in which the clocks of the Chatham Islands change', () => {
  // At 14:00 UTC, 2:45 becomes 3:45.
  const change = Date.parse('2026-09-26T14:00:00.000Z');
  const sunday = 6 * 24;
  expect(visited('Pacific/Chatham', change - 15 * minuteMs, change + 30 * minuteMs)).toEqual({
    [sunday + 2]: 15 * minuteMs,
    [sunday + 3]: 15 * minuteMs,
    [sunday + 4]: 15 * minuteMs,
  });
});
