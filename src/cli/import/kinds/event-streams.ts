import { idCell } from '../cells.js';
import { markJoinedEvents } from '../due-events.js';
import { ImportColumn, ImportKind } from '../import-kind.js';
import { knownProperties } from '../properties.js';

const columns: ImportColumn[] = [
  { name: 'event_id', type: 'id' },
  { name: 'stream_id', type: 'id' },
];

const checkProperties = knownProperties('event_streams', columns);

export const eventStreams: ImportKind = {
  name: 'event_streams',
  columns,
  key: ['event_id', 'stream_id'],
  references: [
    { column: 'event_id', table: 'events', noun: 'event' },
    { column: 'stream_id', table: 'streams', noun: 'stream' },
  ],
  prepare: markJoinedEvents,

  toRow(record) {
    checkProperties(record);
    return `${idCell(record.event_id, 'event_id')}\t${idCell(record.stream_id, 'stream_id')}`;
  },
};
