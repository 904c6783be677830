import { eventStreamColumns, SharedStream } from '../../columns/events.js';
import { rowsTable } from '../../downloads/file-table.js';
import { DataTable } from '../../parts/lists/table.js';
import { computeShares } from '../event-graph.js';
import { EventPanel, EventView } from '../event-view.js';

/** The streams of the event, with their shares of the measured viewers. */
export const eventStreamsPanel: EventPanel = {
  id: 'streams',
  title: 'Streams',
  about: 'streams',
  hasData: ({ event }) => event.streams.length > 0,
  show: (view) => {
    const { event, layers } = view;
    const isPart = layers.length < event.streams.length;
    return {
      note: `Averages and peaks of whole streams; shares of the viewers that were measured during the event${isPart ? `, of the ${layers.length} streams with the highest peaks` : ''}.`,
      children: <DataTable label="Streams of the event" columns={columnsOf(view)} rows={listStreams(view)} />,
    };
  },
  call: ({ event: { id } }) => `/v1/events/${id}`,
  file: async (source, id) => {
    const view = await source.load(id);
    return rowsTable(columnsOf(view), () => Promise.resolve(listStreams(view)));
  },
};

function columnsOf({ event, layers }: EventView) {
  return eventStreamColumns(layers.length < event.streams.length, layers.length);
}

function listStreams({ event, layers }: EventView): SharedStream[] {
  const shares = new Map(computeShares(layers).map((share, i) => [layers[i]?.stream.id, share]));
  return event.streams.map((stream) => ({
    ...{ ...stream, share: shares.get(stream.id) ?? null, isHost: stream.id === event.host_stream_id },
  }));
}
