import { flagCell, idCell, optional, textCell } from '../cells.js';
import { dateCell } from '../date-cell.js';
import { endCell } from '../end-cell.js';
import { markMovedEvents } from '../due-events.js';
import { ImportColumn, ImportKind } from '../import-kind.js';
import { knownProperties } from '../properties.js';
import { urlCell } from '../url-cell.js';

const columns: ImportColumn[] = [
  { name: 'id', type: 'id' },
  { name: 'title', type: 'text' },
  { name: 'description', type: 'text', optional: true },
  { name: 'started_at', type: 'date' },
  { name: 'ended_at', type: 'date', optional: true },
  { name: 'logo_url', type: 'text', optional: true },
  { name: 'user_id', type: 'id', optional: true },
  { name: 'is_public', type: 'flag' },
  { name: 'host_stream_id', type: 'id', optional: true },
];

const checkProperties = knownProperties('events', columns);
const titleCell = textCell(1, 500);
const descriptionCell = textCell(0, 10_000);

/** Its owner may be anybody, so `user_id` need not be a streamer here. Events may be planned: they tell nothing of how new data is. */
export const events: ImportKind = {
  name: 'events',
  columns,
  key: ['id'],
  references: [{ column: 'host_stream_id', table: 'streams', noun: 'stream' }],
  prepare: markMovedEvents,

  toRow(record) {
    checkProperties(record);
    const startedAt = dateCell(record.started_at, 'started_at');
    return [
      idCell(record.id, 'id'),
      titleCell(record.title, 'title'),
      optional(descriptionCell, record.description, 'description'),
      startedAt,
      endCell(record, 'ended_at', 'started_at', startedAt),
      optional(urlCell, record.logo_url, 'logo_url'),
      optional(idCell, record.user_id, 'user_id'),
      flagCell(record.is_public, 'is_public'),
      optional(idCell, record.host_stream_id, 'host_stream_id'),
    ].join('\t');
  },
};
