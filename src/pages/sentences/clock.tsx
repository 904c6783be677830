import { wordsFor } from '../../charts/labels/number-labels.js';
import { dayMs, hourMs } from '../../figures/time.js';
import { useSite } from '../layout/site.js';
import { Day, Moment, Time, Zone } from '../parts/moments.js';
import { Count } from '../parts/numbers.js';

/** A full hour of the day such as 16:00, in UTC until a script converts it to the reader's time zone. */
export function Hour({ hour }: { hour: number }) {
  return <Time at={atHour(useSite().now, hour).toISOString()} form="hour" />;
}

/** The time of day such as 16:35, in UTC until a script converts it to the reader's time zone. */
export function TimeOfDay({ at }: { at: string }) {
  return <Time at={at} form="hour" />;
}

/** The peak of a page with its time, if the time is known. The time has its day if it may be on another day. */
export function Peak({ viewers, at, isWithinDay }: { viewers: number; at: string | null; isWithinDay: boolean }) {
  return (
    <>
      Peak:{' '}
      <a href="#viewers">
        <Count value={viewers} /> {wordsFor(viewers, 'viewers')}
        {at === null ? null : isWithinDay ? (
          <>
            {' '}
            at <TimeOfDay at={at} /> <Zone />
          </>
        ) : (
          <>
            , <Moment at={at} />
          </>
        )}
      </a>
    </>
  );
}

/** A time from one moment to another, such as "24 Nov, 17:24 to 21:24". From a day on, the end has its day too. */
export function TimeSpan({ from, to }: { from: string; to: string }) {
  if (Date.parse(to) - Date.parse(from) >= dayMs) {
    return (
      <>
        <Moment at={from} /> to <Moment at={to} />
      </>
    );
  }
  return (
    <>
      <Day at={from} />, <TimeOfDay at={from} /> to <TimeOfDay at={to} />
    </>
  );
}

/** A weekday such as Mondays. `hour` determines the day in another time zone. */
export function Weekday({ day, hour }: { day: number; hour: number }) {
  const today = atHour(useSite().now, hour);
  const at = new Date(today.getTime() - ((today.getUTCDay() + 6 - day) % 7) * dayMs);
  return <Time at={at.toISOString()} form="weekday" />;
}

function atHour(now: Date, hour: number): Date {
  return new Date(Math.floor(now.getTime() / dayMs) * dayMs + hour * hourMs);
}
