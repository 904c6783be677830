import { ageText, fullMoment } from '../../charts/time-labels.js';
import { useSite } from '../layout/site.js';
import { Unknown } from './numbers.js';

/** A time such as 2026-11-22 14:05. A script converts UTC to the reader's time zone. The width stays the same. */
export function Moment({ at }: { at: string | null }) {
  if (at === null) return <Unknown />;
  const minute = `${at.slice(0, 10)} ${at.slice(11, 16)}`;
  return (
    <time dateTime={at} title={`${minute} UTC`}>
      {minute}
    </time>
  );
}

/** A date in UTC until a script converts it to the reader's time zone. */
export function Day({ at }: { at: string | null }) {
  if (at === null) return <Unknown />;
  return (
    <time dateTime={at} data-form="day" title={`${at.slice(0, 10)} ${at.slice(11, 16)} UTC`}>
      {at.slice(0, 10)}
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

/** The name of the time zone of the page. */
export function Zone() {
  return <span data-zone>UTC</span>;
}

/** Whole minutes such as 5h 12m. */
export function Duration({ minutes }: { minutes: number | null }) {
  if (minutes === null) return <Unknown />;
  return <>{durationText(minutes)}</>;
}

export function durationText(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = `${String(minutes % 60).padStart(hours > 0 ? 2 : 1, '0')}m`;
  return hours > 0 ? `${hours}h ${rest}` : rest;
}

/** Writes a duration for a sentence: 1 minute, 5 minutes. */
export function minutesText(minutes: number): string {
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}

/** Returns the whole minutes between two times. */
export function minutesBetween(from: string, to: string): number {
  return Math.max(0, Math.floor((Date.parse(to) - Date.parse(from)) / 60_000));
}
