import { ageText, fullDay, fullMoment, timeForms } from '../../charts/labels/time-labels.js';
import { useSite } from '../layout/site.js';
import { durationText } from './duration-text.js';
import { Unknown } from './numbers.js';

/** A time such as "24 Nov, 21:18" or "today at 21:18". A script converts UTC to the reader's time zone. */
export function Moment({ at }: { at: string | null }) {
  return at === null ? <Unknown /> : <Time at={at} />;
}

/** A day such as "24 Nov" or "today", in UTC until a script converts it to the reader's time zone. */
export function Day({ at }: { at: string | null }) {
  return at === null ? <Unknown /> : <Time at={at} form="day" />;
}

/** The first moment of a day, week or month, and its date as midnight in UTC, which is the same moment in UTC. */
export interface LocalDay {
  at: string;
  date?: string;
}

/** A day such as "24 Nov", which no script converts, because it is the name of a day in UTC or another zone. */
export function NamedDay({ at, date = at }: LocalDay) {
  const { now } = useSite();
  const day = new Date(date);
  const offset = day.getTime() - Date.parse(at);
  const text = timeForms.utc(day, new Date(now.getTime() + offset));
  return (
    <time
      {...{ dateTime: at, 'data-form': 'utc', 'data-near': isNear(text) }}
      title={date === at ? `${fullMoment(day)} UTC` : fullDay(day)}
    >
      {text}
    </time>
  );
}

interface TimeProps {
  at: string;
  /** How the time is written, if not as a {@link Moment}. */
  form?: keyof typeof timeForms;
}

/** Returns the attribute of a time such as "today at 21:18", in whose place prints have the tooltip. */
function isNear(text: string): true | undefined {
  return /^(today|yesterday|tomorrow)/.test(text) || undefined;
}

/** A time in UTC until a script converts it to the reader's time zone. */
export function Time({ at, form }: TimeProps) {
  const { now } = useSite();
  const moment = new Date(at);
  const text = timeForms[form ?? 'moment'](moment, now);
  return (
    <time dateTime={at} data-form={form} data-near={isNear(text)} title={`${fullMoment(moment)} UTC`}>
      {text}
    </time>
  );
}

/** The age of a time, such as 4 min ago. A tooltip and the text for screen readers have the time in UTC. */
export function Age({ at }: { at: string }) {
  const { now } = useSite();
  const exact = `${fullMoment(new Date(at))} UTC`;
  return (
    <time dateTime={at} data-form="age" data-near title={exact}>
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
