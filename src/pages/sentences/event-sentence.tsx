import type { ComponentChildren } from 'preact';
import { minuteMs } from '../../figures/time.js';
import { countText, wordsFor } from '../../charts/labels/number-labels.js';
import { fullMoment, weekdayName } from '../../charts/labels/time-labels.js';
import { hasEnded, isWithinDay, computeShares, startsLater } from '../events/event-graph.js';
import { EventView } from '../events/event-view.js';
import { useSite } from '../layout/site.js';
import { durationText, minutesBetween } from '../parts/duration-text.js';
import { Count } from '../parts/numbers.js';
import { UntrustedText } from '../parts/names/texts.js';
import { Peak } from './clock.js';
import { Lead } from './lead.js';

/** What matters about an event: its streams and viewers, its peak, and who brought most viewers. */
export function EventSentence({ view }: { view: EventView }) {
  const { now } = useSite();
  const sentences = startsLater(view.event, now)
    ? [begins(view)]
    : [streams(view, hasEnded(view.event, now)), peak(view), mostWatched(view)];
  return <Lead sentences={sentences} />;
}

function begins({ event: { started_at, ended_at } }: EventView): ComponentChildren {
  const moment = new Date(started_at);
  return (
    <>
      Begins on {weekdayName(moment)}, {fullMoment(moment)} UTC
      {ended_at === null ? '' : `, for ${durationText(minutesBetween(started_at, ended_at))}`}
    </>
  );
}

function streams({ event, span }: EventView, isOver: boolean): ComponentChildren {
  const { avg_viewers: average } = event;
  if (event.streams.length === 0) return isOver ? 'No known streams' : 'Has not begun yet';
  const length = durationText(Math.floor((span.to - span.from) / minuteMs));
  const continues = event.ended_at !== null || event.streams.some(({ is_live, is_stale }) => is_live && !is_stale);
  const state = continues ? ` for ${length} so far` : ', no end given';
  return (
    <>
      <a href="#streams">{countText(event.streams.length, 'stream')}</a>
      {isOver ? ` in ${length}` : state}
      {average === null ? null : (
        <>
          ,{' '}
          <a href="#viewers">
            <Count value={average} /> {wordsFor(average, 'viewers on average')}
          </a>
        </>
      )}
    </>
  );
}

function peak({ event: { peak_viewers: peak }, peakAt, span }: EventView): ComponentChildren {
  const at = peakAt === null ? null : new Date(peakAt).toISOString();
  return peak === null ? null : <Peak viewers={peak} at={at} isWithinDay={isWithinDay(span)} />;
}

/** The stream with the most measured viewers. Null if not all streams of the event are measured, or with a single one. */
function mostWatched({ event, layers }: EventView): ComponentChildren {
  const shares = computeShares(layers).map((share, i) => ({ share, stream: layers[i]?.stream }));
  const [first, second] = shares.toSorted((a, b) => (b.share ?? 0) - (a.share ?? 0));
  const isComplete = layers.length === event.streams.length && shares.every(({ share }) => share !== null);
  if (!isComplete || !first?.stream || !second || first.share === second.share) return null;
  return (
    <>
      <a href="#streams">
        <UntrustedText text={first.stream.display_name} empty={first.stream.streamer_id} />
      </a>{' '}
      brought {first.share}% of the measured viewers
    </>
  );
}
