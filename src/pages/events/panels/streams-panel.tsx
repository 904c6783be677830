import { eventStreamColumns, SharedStream } from '../../columns/events.js';
import { largestStreams } from '../../../events/figures/event-span.js';
import { rowsTable } from '../../downloads/file-table.js';
import { CutNote, maxListed } from '../../parts/lists/cut-list.js';
import { DataTable } from '../../parts/lists/table.js';
import { computeShares } from '../event-graph.js';
import { EventPanel, EventView } from '../event-view.js';

/** The groups of streams by their roles, in their order. */
const groups = [
  { role: 'official', title: 'Official streams' },
  { role: 'co_stream', title: 'Co-streams' },
  { role: null, title: 'Other streams' },
] as const;

/** The streams of the event by role, with their figures within it and their shares of the measured viewers. */
export const eventStreamsPanel: EventPanel = {
  id: 'streams',
  title: 'Streams',
  about: 'streams',
  wide: true,
  hasData: ({ event }) => event.streams.length > 0,
  show: (view) => {
    const { event, layers } = view;
    const isPart = layers.length < event.streams.length;
    const largest = new Set(largestStreams(event.streams, maxListed).map(({ id }) => id));
    const rows = listStreams(view).filter(({ id }) => largest.has(id));
    const sorted = groups.flatMap((group) => rows.filter(({ role }) => role === group.role));
    const hasGroups = sorted[0]?.role !== sorted.at(-1)?.role;
    return {
      note: `Figures during the event; shares of the viewers that were measured${isPart ? `, of the ${layers.length} streams with the highest peaks` : ''}.`,
      children: (
        <>
          <CutNote
            {...{ total: event.streams.length, items: 'streams', of: `events/${event.id}/streams` }}
            which="those with the highest peaks"
          />
          <DataTable
            {...{ label: 'Streams of the event', columns: columnsOf(view), rows: sorted }}
            groupOf={hasGroups ? ({ role }) => groups.find((group) => group.role === role)?.title ?? '' : undefined}
          />
        </>
      ),
    };
  },
  call: ({ event: { id } }) => `/v1/events/${id}/streams`,
  file: async (source, id) => {
    const view = await source.load(id);
    return rowsTable(columnsOf(view), () => Promise.resolve(listStreams(view)));
  },
};

function columnsOf({ event, layers }: EventView) {
  return eventStreamColumns(layers.length < event.streams.length, layers.length);
}

function listStreams({ event, layers, streams }: EventView): SharedStream[] {
  const shares = new Map(computeShares(layers).map((share, i) => [layers[i]?.stream.id, share]));
  const within = new Map(streams.map((stream) => [stream.id, stream]));
  return event.streams.map((stream) => {
    const { minutes = 0, avg_viewers = null, peak_viewers = null, watchtime = null } = within.get(stream.id) ?? {};
    const share = shares.get(stream.id) ?? null;
    const isHost = stream.id === event.host_stream_id;
    return { ...stream, minutes, avg_viewers, peak_viewers, watchtime, share, isHost };
  });
}
