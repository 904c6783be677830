import { EventDetail } from '../../../events/dto/event-detail.response.js';
import { EventPart, partColumns } from '../../columns/events.js';
import { rowsTable } from '../../downloads/file-table.js';
import { durationText, minutesBetween } from '../../parts/duration-text.js';
import { Moment } from '../../parts/moments.js';
import { UntrustedText } from '../../parts/names/texts.js';
import { TimeOfDay } from '../../sentences/clock.js';
import { isWithinDay } from '../event-graph.js';
import { EventPanel } from '../event-view.js';

/** The markers of an event, with the numbers that they have in the graph. */
export const partsPanel: EventPanel = {
  id: 'markers',
  title: 'Parts',
  about: 'event-parts',
  hasData: ({ event }) => event.markers.length > 0,
  show: ({ event, span }) => {
    const isShown = (at: string) => span.from <= Date.parse(at) && Date.parse(at) <= span.to;
    const parts = listParts(event);
    const shown = parts.filter(({ timestamp }) => isShown(timestamp));
    return {
      children: (
        <ol id="parts" class="rows parts">
          {parts.map((part) => (
            <li>
              <b>{shown.indexOf(part) + 1 || ''}</b>
              <Part part={part} isWithinDay={isWithinDay(span)} />
            </li>
          ))}
        </ol>
      ),
    };
  },
  call: ({ event: { id } }) => `/v1/events/${id}`,
  file: (source, id) => rowsTable(partColumns, async () => listParts(await source.findEvent(id))),
};

function Part({ part, isWithinDay }: { part: EventPart; isWithinDay: boolean }) {
  const { timestamp: at, end, title, description } = part;
  return (
    <span>
      <UntrustedText text={title} empty="Untitled" />
      <small>
        {isWithinDay ? <TimeOfDay at={at} /> : <Moment at={at} />}
        {end === null ? '' : `, ${durationText(minutesBetween(at, end))}`}
        {description === null ? null : (
          <>
            . <UntrustedText text={description} empty="" />
          </>
        )}
      </small>
    </span>
  );
}

function listParts({ markers, ended_at }: EventDetail): EventPart[] {
  return markers.map((marker, i) => ({ ...marker, end: markers[i + 1]?.timestamp ?? ended_at }));
}
