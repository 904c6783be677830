import { EventMarker } from '../../../events/dto/event-detail.response.js';
import { EventPart, partColumns } from '../../columns/events.js';
import { rowsTable } from '../../downloads/file-table.js';
import { CutNote, maxListed } from '../../parts/lists/cut-list.js';
import { DataTable } from '../../parts/lists/table.js';
import { isWithinDay } from '../event-graph.js';
import { EventPanel, EventView } from '../event-view.js';

/** The parts between the markers of an event, with the numbers that the markers have in the graph. */
export const partsPanel: EventPanel = {
  id: 'markers',
  title: 'Parts',
  about: 'event-parts',
  wide: true,
  hasData: ({ event }) => event.markers.length > 0,
  show: (view) => {
    const parts = listParts(view);
    const hasRoles = hasBothRoles(parts);
    return {
      note: (
        <>
          {hasRoles ? (
            <>
              Average: <span class="key" />
              official, <span class="key costream" />
              co-streams.
            </>
          ) : (
            <>
              <span class="key" />
              Average.
            </>
          )}{' '}
          <span class="key line" />
          Peak of all streams.
        </>
      ),
      children: (
        <div id="parts" class="barred">
          <CutNote total={parts.length} items="parts" which="the first ones" of={`events/${view.event.id}/markers`} />
          <DataTable label="Parts" columns={partColumns(hasRoles)} rows={parts.slice(0, maxListed)} />
        </div>
      ),
    };
  },
  call: ({ event: { id } }) => `/v1/events/${id}/segments`,
  file: (source, id) => rowsTable(partColumns(), async () => listParts(await source.load(id))),
};

function hasBothRoles(parts: readonly EventPart[]): boolean {
  return parts.some(({ figures }) => figures?.official_avg_viewers != null && figures.co_stream_avg_viewers != null);
}

/** Returns the markers with the figures of the segments that they begin, after the segment before the first marker. */
function listParts({ event: { markers, ended_at, started_at }, segments, span }: EventView): EventPart[] {
  const isShown = ({ timestamp: at }: EventMarker) => span.from <= Date.parse(at) && Date.parse(at) <= span.to;
  const numbers = new Map(markers.filter(isShown).map(({ id }, i) => [id, i + 1]));
  const largest = Math.max(1, ...segments.map(({ peak_viewers }) => peak_viewers ?? 0));
  const [first] = segments;
  const before = { id: '', title: 'Before the first part', description: null, timestamp: started_at };
  const byStart = new Map(segments.map((segment) => [segment.from, segment]));
  const starts = first?.title === null && segments.length > 1 ? [before, ...markers] : markers;
  return starts.map((start, i) => {
    const begin = start.timestamp < started_at ? started_at : start.timestamp;
    const next = starts[i + 1]?.timestamp;
    const figures = next !== undefined && next <= begin ? undefined : byStart.get(begin);
    const shown = { number: numbers.get(start.id), largest, isWithinDay: isWithinDay(span) };
    return { ...start, ...shown, end: next ?? ended_at, figures };
  });
}
