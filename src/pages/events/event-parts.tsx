import { durationText, minutesBetween, Moment } from '../parts/moments.js';
import { Panel } from '../parts/panels/panel.js';
import { UntrustedText } from '../parts/names/texts.js';
import { TimeOfDay } from '../sentences/clock.js';
import { isWithinDay } from './event-times.js';
import { EventView } from './event-view.js';

/** The markers of an event, with the numbers that they have in the graph. Renders nothing without markers. */
export function EventParts({ view: { event, span } }: { view: EventView }) {
  const { id, markers, ended_at } = event;
  if (markers.length === 0) return null;
  const isShown = (at: string) => span.from <= Date.parse(at) && Date.parse(at) <= span.to;
  const shown = markers.filter(({ timestamp }) => isShown(timestamp));
  return (
    <Panel id="parts" title="Parts" files={{ of: `events/${id}/markers` }} data={`/v1/events/${id}`}>
      <ol class="rows parts">
        {markers.map((marker, i) => {
          const { timestamp: at, title, description } = marker;
          const end = markers[i + 1]?.timestamp ?? ended_at;
          return (
            <li key={marker.id}>
              <b>{shown.indexOf(marker) + 1 || ''}</b>
              <span>
                <UntrustedText text={title} empty="Untitled" />
                <small>
                  {isWithinDay(span) ? <TimeOfDay at={at} /> : <Moment at={at} />}
                  {end === null ? '' : `, ${durationText(minutesBetween(at, end))}`}
                  {description === null ? null : (
                    <>
                      . <UntrustedText text={description} empty="" />
                    </>
                  )}
                </small>
              </span>
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}
