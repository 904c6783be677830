import { utcMonth, utcYear } from 'd3-time';
import { monthOf } from '../../../figures/calendar.js';
import { Moment } from '../moments.js';
import { ListForm } from '../lists/list-form.js';
import { useSite } from '../../layout/site.js';
import { PageRange, windowOfRange } from './page-range.js';
import { monthInWords } from '../lists/selects.js';

/** The form lists this number of years. */
const maxYears = 5;

interface RangeFormProps {
  /** The path of the page. The form keeps its other parameters. */
  path: string;
  range: PageRange;
  /** The time from which data is known, in milliseconds of Unix time. */
  since: number;
}

/** A form that selects a month or a year, newest first, and shows the range if no link does. */
export function RangeForm({ path, range: { call, query, noun }, since }: RangeFormProps) {
  const { now } = useSite();
  const options = listCalendar(new Date(since), now);
  const isListed = options.some(([value]) => value === query.range);
  const shown = isListed ? [] : [[query.range, call ? noun : 'Month or year'] as const];
  return (
    <ListForm
      path={path}
      selects={[{ name: 'range', label: 'Month or year', chosen: query.range, options: [...shown, ...options] }]}
    />
  );
}

/** Returns the years up to now, each with its months, as values and texts. */
function listCalendar(since: Date, now: Date): (readonly [string, string])[] {
  const from = new Date(
    Math.max(utcMonth.floor(since).getTime(), utcYear.offset(utcYear.floor(now), 1 - maxYears).getTime()),
  );
  const months = utcMonth.range(from, now).reverse();
  return months.flatMap((month, i) => {
    const value = monthOf(month);
    const isFirst = i === 0 || month.getUTCMonth() === 11;
    const year = value.slice(0, 4);
    return [...(isFirst ? [[year, year] as const] : []), [value, monthInWords(value)] as const];
  });
}

interface RangeNoteProps {
  range: PageRange;
  window: ReturnType<typeof windowOfRange>;
}

/** The name of a month, a year or dates, with the time zone and what it is compared with. */
export function RangeNote({ range: { call, title, before }, window }: RangeNoteProps) {
  if (call === undefined) return null;
  return (
    <p class="note">
      <b>{title}</b>
      {window.before ? (
        `, compared with ${before}.`
      ) : (
        <>
          , up to <Moment at={new Date(window.to).toISOString()} />. Not over, so without comparison.
        </>
      )}
    </p>
  );
}
