import { fullNumber } from '../../../charts/labels/number-labels.js';
import { EventPart, partColumns } from '../../columns/events.js';
import { rowsTable } from '../../downloads/file-table.js';
import { durationText, minutesBetween } from '../../parts/duration-text.js';
import { CutNote, maxListed } from '../../parts/lists/cut-list.js';
import { Moment } from '../../parts/moments.js';
import { Count } from '../../parts/numbers.js';
import { untitled } from '../../../streams/shown-text.js';
import { UntrustedText } from '../../parts/names/texts.js';
import { TimeOfDay } from '../../sentences/clock.js';
import { isWithinDay } from '../event-graph.js';
import { EventPanel, EventView } from '../event-view.js';

/** The parts between the markers of an event, with the numbers that the markers have in the graph. */
export const partsPanel: EventPanel = {
  id: 'markers',
  title: 'Parts',
  about: 'event-parts',
  hasData: ({ event }) => event.markers.length > 0,
  show: (view) => {
    const { event, span } = view;
    const isShown = (at: string) => span.from <= Date.parse(at) && Date.parse(at) <= span.to;
    const parts = listParts(view);
    const drawn = event.markers.filter(({ timestamp }) => isShown(timestamp));
    const numbers = new Map(drawn.map(({ id }, i) => [id, i + 1]));
    return {
      children: (
        <>
          <CutNote total={parts.length} items="parts" which="the first ones" of={`events/${event.id}/markers`} />
          <ol id="parts" class="rows parts">
            {parts.slice(0, maxListed).map((part) => (
              <li>
                <b>{numbers.get(part.id)}</b>
                <Part part={part} isWithinDay={isWithinDay(span)} />
              </li>
            ))}
          </ol>
        </>
      ),
    };
  },
  call: ({ event: { id } }) => `/v1/events/${id}/segments`,
  file: (source, id) => rowsTable(partColumns, async () => listParts(await source.load(id))),
};

type ListedPart = EventPart & { id: string };

function Part({ part, isWithinDay }: { part: EventPart; isWithinDay: boolean }) {
  const { timestamp: at, end, title, description } = part;
  return (
    <span>
      <UntrustedText text={title} empty={untitled.marker} />
      <small>
        {isWithinDay ? <TimeOfDay at={at} /> : <Moment at={at} />}
        {end === null ? '' : `, ${durationText(minutesBetween(at, end))}`}
        <Figures part={part} isWithinDay={isWithinDay} />
        {description === null ? null : (
          <>
            . <UntrustedText text={description} empty="" />
          </>
        )}
      </small>
    </span>
  );
}

function Figures({ part: { figures }, isWithinDay }: { part: EventPart; isWithinDay: boolean }) {
  const { avg_viewers: average = null, peak_viewers: peak = null, peak_at = null } = figures ?? {};
  if (figures === undefined || average === null || peak === null || peak_at === null) return null;
  const roles = [
    ['official', figures.official_avg_viewers],
    ['co-streams', figures.co_stream_avg_viewers],
  ] as const;
  const known = roles.filter(([, viewers]) => viewers !== null);
  return (
    <>
      : <Count value={average} /> viewers on average
      {known.length < 2 ? '' : ` (${known.map(([role, viewers]) => `${role} ${fullNumber(viewers ?? 0)}`).join(', ')})`}
      , peak <Count value={peak} /> at {isWithinDay ? <TimeOfDay at={peak_at} /> : <Moment at={peak_at} />}
    </>
  );
}

/** Returns the markers with the figures of the segments that they begin, after the segment before the first marker. */
function listParts({ event: { markers, ended_at, started_at }, segments }: EventView): ListedPart[] {
  const [first] = segments;
  const before = { id: '', title: 'Before the first part', description: null, timestamp: started_at };
  const byStart = new Map(segments.map((segment) => [segment.from, segment]));
  const starts = first?.title === null && segments.length > 1 ? [before, ...markers] : markers;
  return starts.map((start, i) => {
    const begin = start.timestamp < started_at ? started_at : start.timestamp;
    const next = starts[i + 1]?.timestamp;
    const figures = next !== undefined && next <= begin ? undefined : byStart.get(begin);
    return { ...start, end: next ?? ended_at, figures };
  });
}
