import { Injectable } from '@nestjs/common';
import { EventMarker } from '../../events/dto/event-marker.response.js';
import { granularitySeconds } from '../../streams/viewers/graph-granularity.js';
import { EventViewLoader } from '../events/event-view.js';
import { totalAt } from '../events/event-graph.js';
import { eventStreamColumns } from './file-columns.js';
import { FileColumn, FileTable, fileTime, rowsTable, Tables } from './file-table.js';

const markerColumns: readonly FileColumn<EventMarker>[] = [
  ['Time (UTC)', ({ timestamp }) => fileTime(timestamp)],
  ['Marker', ({ title }) => title],
  ['Description', ({ description }) => description],
];

/** The tables of the panels of an event page. */
@Injectable()
export class EventFiles {
  readonly tables: Tables<string> = {
    viewers: (id) => this.viewers(id),
    markers: (id) => rowsTable(markerColumns, async () => (await this.views.findEvent(id)).markers),
    streams: (id) => rowsTable(eventStreamColumns, async () => (await this.views.findEvent(id)).streams),
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
