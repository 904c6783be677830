import { countCell, idCell } from '../cells.js';
import { FieldError } from '../field-error.js';
import { ImportColumn, ImportKind } from '../import-kind.js';
import { knownProperties } from '../properties.js';

const columns: ImportColumn[] = [
  { name: 'stream_id', type: 'id' },
  { name: 'total_messages', type: 'count' },
  { name: 'unique_chatters', type: 'count' },
  { name: 'deleted_messages', type: 'count' },
];

const checkProperties = knownProperties('message_stats', columns);

export const messageStats: ImportKind = {
  name: 'message_stats',
  columns,
  key: ['stream_id'],
  references: [{ column: 'stream_id', table: 'streams', noun: 'stream' }],

  toRow(record) {
    checkProperties(record);
    const streamId = idCell(record.stream_id, 'stream_id');
    const total = countCell(record.total_messages, 'total_messages');
    const chatters = countCell(record.unique_chatters, 'unique_chatters');
    const deleted = countCell(record.deleted_messages, 'deleted_messages');
    if (Number(deleted) > Number(total)) {
      throw new FieldError('deleted_messages', `${deleted} must be at most total_messages (${total})`);
    }
    return `${streamId}\t${total}\t${chatters}\t${deleted}`;
  },
};
