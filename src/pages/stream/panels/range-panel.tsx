import { fullNumber } from '../../../charts/labels/number-labels.js';
import { createOffsetAt } from '../../../figures/calendar.js';
import { minuteMs } from '../../../figures/time.js';
import { durationText } from '../../parts/duration-text.js';
import { Fact } from '../../parts/facts.js';
import { Moment } from '../../parts/moments.js';
import { Count, Hours, Unknown } from '../../parts/numbers.js';
import { streamPath } from '../../parts/names/link.js';
import { StreamPanel, StreamView } from '../stream-view.js';

/** The ID of the form, which the graph fills in if a reader selects a part of it. */
export const rangeFormId = 'range-form';

/** A form for two times, and the figures of the stream between them. */
export const rangePanel: StreamPanel = {
  id: 'range',
  title: 'Figures of a part',
  about: 'viewers',
  hasData: ({ viewers }) => viewers.length > 0,
  show: (view) => ({
    note: `Times in ${view.zone}.`,
    children: <RangeForm view={view} />,
    facts: view.part ? factsOf(view.part) : undefined,
  }),
};

function RangeForm({ view: { stream, part, minutes, zone } }: { view: StreamView }) {
  const start = stream.started_at;
  const end = new Date(Date.parse(start) + minutes * minuteMs).toISOString();
  const field = (name: string, label: string, value: string) => (
    <div>
      <label for={`range-${name}`}>{label}</label>
      <input
        id={`range-${name}`}
        type="datetime-local"
        {...{ name, value: toMinute(value, zone), min: toMinute(start, zone), max: toMinute(end, zone) }}
      />
    </div>
  );
  return (
    <form id={rangeFormId} class="fields" action={`${streamPath(stream.id)}#range`} data-tz={zone}>
      <input type="hidden" name="tz" value={zone} />
      {field('from', 'From', part?.from ?? start)}
      {field('to', 'To', part?.to ?? end)}
      <button type="submit">Show</button>
    </form>
  );
}

function factsOf(part: NonNullable<StreamView['part']>): Fact[] {
  const { largest_gap_seconds: gap, sample_count: samples, peak_at } = part;
  return [
    ['Length', durationText(part.minutes)],
    ['Average viewers', <Count value={part.avg_viewers} />],
    [
      'Peak viewers',
      [<Count value={part.peak_viewers} />, ...(peak_at === null ? [] : [', ', <Moment at={peak_at} />])],
    ],
    ['Hours watched', <Hours minutes={part.watchtime} />],
    ['Viewer samples', samples === null ? <Unknown /> : fullNumber(samples)],
    ['Longest gap', gap === null ? <Unknown /> : durationText(Math.round(gap / 60))],
  ];
}

/** Writes a time in a zone as the field does. */
function toMinute(moment: string, zone: string): string {
  const at = Date.parse(moment);
  return new Date(at + createOffsetAt(zone)(at)).toISOString().slice(0, 16);
}
