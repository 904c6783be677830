import { minuteMs } from '../../figures/time.js';
import { weekHours } from './week-hours.js';

const shortDays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Streams over changes of the clocks: in New York, in Berlin, and on Lord Howe Island, whose clocks change by half an hour. */
const spans = [
  ...['2026-03-08T07:00Z', '2026-11-01T06:00Z', '2026-03-29T01:00Z', '2026-10-25T01:00Z'],
  ...['2026-04-04T15:00Z', '2026-10-03T15:30Z'],
].map((change) => ({ started_at: new Date(Date.parse(change) - 140 * minuteMs).toISOString(), minutes: 300 }));

/** Adds up the minutes one by one, each at the time that Intl writes. */
function countedWeek(timeZone: string): number[][] {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'short', hour: 'numeric', hourCycle: 'h23' });
  const week = Array.from({ length: 7 }, () => Array<number>(24).fill(0));
  for (const { started_at, minutes } of spans)
    for (let minute = 0; minute < minutes; minute++) {
      const [day = '', hour = 0] = format.format(Date.parse(started_at) + minute * minuteMs).split(', ');
      week[shortDays.indexOf(day)]![Number(hour)]! += minuteMs;
    }
  return week;
}

it.each(['America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kathmandu'])(
  'divides streams by hours of the week, with daylight saving time: %s',
  (timeZone) => {
    // The text has no milliseconds.
    const offsetAt = (at: number) =>
      Date.parse(`${new Date(at).toLocaleString('sv-SE', { timeZone })}Z`) - Math.floor(at / 1_000) * 1_000;
    expect(weekHours(spans, offsetAt)).toEqual(countedWeek(timeZone));
  },
);

it('divides streams by hours of the week in UTC', () => {
  expect(weekHours(spans)).toEqual(countedWeek('UTC'));
});

it('adds up the parts of minutes at the edges of a range', () => {
  const part = { started_at: '2026-03-08T04:40:00.000Z', minutes: 180 + 700 / 60_000 };
  expect(
    weekHours([part])
      .flat()
      .reduce((sum, ms) => sum + ms),
  ).toBe(180 * minuteMs + 700);
});
