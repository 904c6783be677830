import type { ComponentChildren } from 'preact';
import { utcMonth } from 'd3-time';
import { dayMs } from '../../../figures/time.js';
import { maxDays } from '../../../figures/windows.js';
import { Moment } from '../moments.js';
import { Link } from '../names/link.js';
import { Choice } from '../panels/choice.js';
import { useSite } from '../../layout/site.js';
import { calendarRange, calendarUnits, readCalendarRange, writeCalendarRange, writeDate } from './calendar-range.js';
import { dateIn, nextRange, PageRange, periodInWords, RangeText, windowOfRange } from './page-range.js';
import { RangeChoice, readRangeChoice } from './range-choice.js';

/** The list has the periods of this number of months. */
const maxMonths = 36;

/** Zones that fields suggest. A script adds the zone of the reader. */
const suggestedZones = ['America/New_York', 'Europe/Berlin', 'Asia/Kolkata', 'Asia/Tokyo'];

interface RangeRowProps {
  range: PageRange;
  window: ReturnType<typeof windowOfRange>;
  /** The ranges that end now, such as 30 and all. */
  moving: readonly string[];
  /** The time from which data is known, in milliseconds of Unix time. */
  since: number;
  /** Returns the path of the page with another range. The form keeps its other parameters. */
  pathOf: (query: RangeText) => string;
  /** The form as it was sent, if a range could not be read. */
  sent: RangeChoice;
  /** Whether days are in UTC in any case. */
  isUtc?: boolean;
  /** What is known of the range. */
  children?: ComponentChildren;
}

/** The control of the range of a page, in a row of its own. */
export function RangeRow({ children, ...props }: RangeRowProps) {
  const { range, window, moving, pathOf } = props;
  const { now } = useSite();
  const { call, query, title, before } = range;
  const step = (next: PageRange | undefined, sign: string) =>
    next && (
      <Link class="step" to={pathOf(next.query)} aria-label={next.noun} title={next.noun}>
        {sign}
      </Link>
    );
  return (
    // A script shows charts by days in the zone of the reader, unless the address has a zone or the range has dates.
    <div class="ranges" data-days={props.isUtc ? undefined : call || query.tz ? 'fixed' : 'moving'}>
      <Choice
        label="Range"
        chosen={rangeName(query.range)}
        options={moving.map((value) => ({
          ...{ name: rangeName(value), to: pathOf({ ...query, range: value }) },
          title: value === 'all' ? 'All time' : `The last ${value} days`,
          short: value === 'all' ? undefined : [`${value} d`, <span class="on-wide">ays</span>],
        }))}
      />
      {step(nextRange(range, -1, now), '‹')}
      <RangeMenu {...props} />
      {step(nextRange(range, 1, now), '›')}
      {call ? (
        <p class="note">
          <b>{title}</b>
          {props.isUtc ? null : window.before ? (
            `, compared with ${before}.`
          ) : (
            <>
              , up to <Moment at={new Date(window.to).toISOString()} />. Not over, so without comparison.
            </>
          )}
        </p>
      ) : (
        <p class="note on-print">{title}</p>
      )}
      {children}
    </div>
  );
}

function rangeName(range: string): string {
  return range === 'all' ? 'All' : `${range} days`;
}

/** Links to this and the last week, month, quarter and year, and a form for others. */
function RangeMenu({ range, since, pathOf, sent, isUtc = false }: RangeRowProps) {
  const { now, hrefOf } = useSite();
  const { call, noun, query, zone } = range;
  const { fault } = readRangeChoice(sent) ?? {};
  const today = dateIn(zone, now);
  const [first, next] = datesOf(range, now);
  const { pathname, searchParams } = new URL(pathOf(query), 'http://host');
  const field = (name: 'from' | 'to', label: string, value: string) => (
    <div>
      <label for={`range-${name}`}>{label}</label>
      <input
        id={`range-${name}`}
        name={name}
        type="date"
        value={sent[name] ?? value}
        max={writeDate(now.getTime() + dayMs)}
      />
    </div>
  );
  return (
    <details class={call ? 'menu range chosen' : 'menu range'} name="menu" open={fault !== undefined}>
      <summary>{call ? noun : 'Dates'}</summary>
      <div class="pop">
        <ul class="quick" aria-label="Weeks, months, quarters and years">
          {[0, -1].flatMap((steps) =>
            calendarUnits.map((unit) => {
              const value = writeCalendarRange(calendarRange(unit, today, steps));
              return (
                <li>
                  <Link
                    to={pathOf({ ...query, range: value })}
                    data-unit={`${unit} ${steps}`}
                    aria-current={value === query.range ? 'true' : undefined}
                  >
                    {steps === 0 ? 'This' : 'Last'} {unit}
                  </Link>
                </li>
              );
            }),
          )}
        </ul>
        <form class="dates" action={hrefOf(pathname)}>
          {[...searchParams].map(([name, value]) => (
            <input type="hidden" name={name} value={value} />
          ))}
          {field('from', 'From', writeDate(first))}
          {field('to', 'To, including', writeDate(next - dayMs))}
          <button type="submit" class="go" name="by" value="dates">
            Show
          </button>
          <div class="both">
            <label for="range-period">Another month, quarter or year</label>
            <select id="range-period" name="period" autocomplete="off">
              <Periods since={since} today={today} chosen={sent.period ?? query.range} />
            </select>
          </div>
          <button type="submit" name="by" value="period">
            Show
          </button>
          {isUtc ? null : (
            <div class="both">
              <label for="range-zone">Days begin in</label>
              <input
                id="range-zone"
                name="zone"
                value={sent.zone ?? zone}
                list="zones"
                autocomplete="off"
                maxLength={100}
              />
              <datalist id="zones">
                {['UTC', ...suggestedZones].map((name) => (
                  <option value={name} />
                ))}
              </datalist>
            </div>
          )}
        </form>
        {fault === undefined ? null : (
          <p class="fault" role="alert">
            {fault}
          </p>
        )}
        <p class="muted">
          {isUtc ? 'Days in UTC. ' : ''}At most {maxDays} days.
        </p>
      </div>
    </details>
  );
}

/** Returns the dates of a range for its fields: midnights in UTC, the second exclusive. */
function datesOf({ call, query: { range }, chosen, zone }: PageRange, now: Date): [from: number, next: number] {
  const period = readCalendarRange(range);
  if (period) return [period.from.getTime(), period.to.getTime()];
  if (call) return range.split('..').map((date) => Date.parse(date)) as [number, number];
  const next = dateIn(zone, now).getTime() + dayMs;
  return [next - (typeof chosen === 'number' ? Math.min(chosen, maxDays) : maxDays) * dayMs, next];
}

/** The months, quarters and years from the first known day to now, newest first. */
function Periods({ since, today, chosen }: { since: number; today: Date; chosen: string }) {
  const first = Math.max(since, utcMonth.offset(utcMonth(today), 1 - maxMonths).getTime());
  const months = utcMonth.range(utcMonth(new Date(first)), new Date(today.getTime() + 1)).reverse();
  const listed = (['month', 'quarter', 'year'] as const).map(
    (unit) => [unit, [...new Set(months.map((month) => writeCalendarRange(calendarRange(unit, month))))]] as const,
  );
  return (
    <>
      {listed.map(([unit, values]) => (
        <optgroup label={`${unit.charAt(0).toUpperCase()}${unit.slice(1)}s`}>
          {values.map((value) => (
            <option value={value} selected={value === chosen}>
              {periodInWords(value)}
            </option>
          ))}
        </optgroup>
      ))}
    </>
  );
}
