import { minuteMs } from '../../charts/durations.js';
import { countText, roundedQuotient } from '../../charts/labels/number-labels.js';
import { ageText, dayText, fullMoment, momentText } from '../../charts/labels/time-labels.js';
import { useSite } from '../layout/site.js';
import { Unknown } from './numbers.js';

/** A time such as "24 Nov, 21:18" or "today at 21:18". A script converts UTC to the reader's time zone. */
export function Moment({ at }: { at: string | null }) {
  return at === null ? <Unknown /> : <Time at={at} write={momentText} />;
}

/** A day such as "24 Nov" or "today", in UTC until a script converts it to the reader's time zone. */
export function Day({ at }: { at: string | null }) {
  return at === null ? <Unknown /> : <Time at={at} write={dayText} form="day" />;
}

/** A day in UTC such as "24 Nov", which no script converts, because it is the name of 24 hours in UTC. */
export function UtcDay({ at }: { at: string }) {
  return <Time at={at} write={dayText} form="utc" />;
}

interface TimeProps {
  at: string;
  write: (moment: Date, now: Date) => string;
  /** How the script writes the time, if not as a {@link Moment}. */
  form?: string;
}

/** A time in UTC until a script converts it to the reader's time zone. */
export function Time({ at, write, form }: TimeProps) {
  const { now } = useSite();
  const moment = new Date(at);
  return (
    <time dateTime={at} data-form={form} title={`${fullMoment(moment)} UTC`}>
      {write(moment, now)}
    </time>
  );
}

/** The age of a time, such as 4 min ago. A tooltip and the text for screen readers have the time in UTC. */
export function Age({ at }: { at: string }) {
  const { now } = useSite();
  const exact = `${fullMoment(new Date(at))} UTC`;
  return (
    <time dateTime={at} data-form="age" title={exact}>
      {ageText(at, now)}
      <span class="sr">, {exact}</span>
    </time>
  );
}

/** A duration that grows while the page is open, such as 2 h 3 min. */
export function GrowingDuration({ minutes }: { minutes: number }) {
  return (
    <time dateTime={`PT${minutes}M`} data-form="duration">
      {durationText(minutes)}
    </time>
  );
}

/** The name of the time zone of the page. */
export function Zone() {
  return <span data-zone>UTC</span>;
}

/** Whole minutes as a large figure, with small units. */
export function DurationFigure({ minutes }: { minutes: number }) {
  const parts = durationText(minutes).split(' ');
  return <>{parts.map((part, i) => (i % 2 === 0 ? part : <span class="unit">{` ${part} `}</span>))}</>;
}

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
