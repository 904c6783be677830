import { Injectable } from '@nestjs/common';
import { EventDetail } from '../../events/dto/event-detail.response.js';
import { EventMarker } from '../../events/dto/event-marker.response.js';
import { granularitySeconds } from '../../streams/viewers/graph-granularity.js';
import { EventViewLoader } from '../events/event-view.js';
import { sharesOf, totalAt } from '../events/event-graph.js';
import { minutesBetween } from '../parts/moments.js';
import { eventStreamColumns } from './file-columns.js';
import { FileColumn, FileTable, fileTime, rowsTable, Tables } from './file-table.js';

const partColumns: readonly FileColumn<EventMarker & { end: string | null }>[] = [
  ['Time (UTC)', ({ timestamp }) => fileTime(timestamp)],
  ['Part', ({ title }) => title],
  ['Length (minutes)', ({ timestamp, end }) => end && minutesBetween(timestamp, end)],
  ['Description', ({ description }) => description],
];

/** The tables of the panels of an event page. */
@Injectable()
export class EventFiles {
  readonly tables: Tables<string> = {
    viewers: (id) => this.viewers(id),
    markers: (id) => rowsTable(partColumns, async () => partsOf(await this.views.findEvent(id))),
    streams: (id) =>
      rowsTable(eventStreamColumns, async () => {
        const { event, layers } = await this.views.load(id);
        const shares = new Map(sharesOf(layers).map((share, i) => [layers[i]?.stream.id, share]));
        return event.streams.map((stream) => ({ ...stream, share: shares.get(stream.id) ?? null }));
      }),
  };

  constructor(private readonly views: EventViewLoader) {}

  /** Returns the viewers of each stream of the graph. Unknown viewers are empty cells. */
  private async viewers(id: string): Promise<FileTable> {
    const { event, span, moments, layers } = await this.views.load(id);
    const minutes = granularitySeconds[span.granularity] / 60;
    const columns: readonly FileColumn<{ at: number; place: number }>[] = [
      [`Time (UTC), intervals of ${minutes} min`, ({ at }) => fileTime(new Date(at).toISOString())],
      [
        layers.length < event.streams.length ? `Total of the ${layers.length} largest streams` : 'Total',
        ({ place }) => totalAt(layers, place).sum,
      ],
      ['Streams in total', ({ place }) => totalAt(layers, place).known],
      ['Streams at this time', ({ place }) => totalAt(layers, place).streams],
      ...layers.map(({ stream, values }): (typeof columns)[number] => [
        `Viewers of ${stream.display_name}`,
        ({ place }) => values[place],
      ]),
    ];
    return rowsTable(columns, () => Promise.resolve(moments.map((at, place) => ({ at, place }))));
  }
}

/** Returns the markers, each with the start of the next one or the end of the event. */
function partsOf({ markers, ended_at }: EventDetail): (EventMarker & { end: string | null })[] {
  return markers.map((marker, i) => ({ ...marker, end: markers[i + 1]?.timestamp ?? ended_at }));
}
