import { fullNumber } from '../../../charts/labels/number-labels.js';
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
    note: 'Times in UTC.',
    children: <RangeForm view={view} />,
    facts: view.part ? factsOf(view.part) : undefined,
  }),
};

function RangeForm({ view: { stream, part, minutes } }: { view: StreamView }) {
  const start = stream.started_at;
  const end = new Date(Date.parse(start) + minutes * minuteMs).toISOString();
  const field = (name: string, label: string, value: string) => (
    <div>
      <label for={`range-${name}`}>{label}</label>
      <input
        id={`range-${name}`}
        type="datetime-local"
        {...{ name, value: toMinute(value), min: toMinute(start), max: toMinute(end) }}
      />
    </div>
  );
  return (
    <form id={rangeFormId} class="fields" action={`${streamPath(stream.id)}#range`}>
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

/** Writes a time as the field does. */
function toMinute(moment: string): string {
  return moment.slice(0, 16);
}
