import type { ComponentChildren } from 'preact';
import { countText, roundedQuotient } from '../../charts/number-labels.js';
import { viewersOf } from '../events/event-graph.js';
import { EventGraphProps } from '../events/event-viewers.js';
import { useSite } from '../layout/site.js';
import { durationText, minutesBetween, Moment } from '../parts/moments.js';
import { Count } from '../parts/numbers.js';
import { Stranger } from '../parts/texts.js';
import { Lead } from './lead.js';

/** What matters about an event: its streams and viewers, its peak, and who brought most viewers. */
export function EventSentence(props: EventGraphProps) {
  const { started_at: start } = props.event;
  if (Date.parse(start) <= useSite().now.getTime()) {
    return <Lead sentences={[streams(props), peak(props), mostWatched(props)]} />;
  }
  const begins = (
    <>
      Begins <Moment at={start} />
    </>
  );
  return <Lead sentences={[begins]} />;
}

function streams({ event }: EventGraphProps): ComponentChildren {
  const { avg_viewers: average, started_at, ended_at } = event;
  if (event.streams.length === 0) return 'No streams yet';
  return (
    <>
      <a href="#streams">{countText(event.streams.length, 'stream')}</a>
      {ended_at === null ? '' : ` in ${durationText(minutesBetween(started_at, ended_at))}`}
      {average === null ? null : (
        <>
          ,{' '}
          <a href="#viewers">
            <Count value={average} /> viewers on average
          </a>
          {ended_at === null ? ' so far' : ''}
        </>
      )}
    </>
  );
}

function peak({ event: { peak_viewers: peak } }: EventGraphProps): ComponentChildren {
  if (peak === null) return null;
  return (
    <>
      Peak:{' '}
      <a href="#viewers">
        <Count value={peak} /> viewers
      </a>{' '}
      of all streams together
    </>
  );
}

/** The stream with the most measured viewers. Null if not all streams of the event are measured, or with a single one. */
function mostWatched({ event, graphs, span }: EventGraphProps): ComponentChildren {
  const shares = graphs.map(({ stream, points }) => {
    const { values } = viewersOf(stream, points, span);
    return { stream, sum: values.reduce<number>((sum, value) => sum + (value ?? 0), 0) };
  });
  const total = shares.reduce((all, { sum }) => all + sum, 0);
  const [first, second] = shares.toSorted((a, b) => b.sum - a.sum);
  const isComplete = graphs.length === event.streams.length && graphs.every(({ points }) => points.length > 0);
  if (!isComplete || !first || !second || first.sum === second.sum) return null;
  return (
    <>
      <a href="#streams">
        <Stranger text={first.stream.display_name} empty={first.stream.streamer_id} />
      </a>{' '}
      brought {roundedQuotient(100 * first.sum, total)}% of the measured viewers
    </>
  );
}
