import { count, id } from './column-types.js';
import { defineKind } from './kind.js';

export const messageStats = defineKind({
  name: 'message_stats',
  columns: [
    { name: 'stream_id', type: id },
    { name: 'total_messages', type: count },
    { name: 'unique_chatters', type: count },
    { name: 'deleted_messages', type: count, atMost: 'total_messages' },
    { name: 'shared_messages', type: count, optional: true },
  ],
  key: ['stream_id'],
  references: [{ column: 'stream_id', table: 'streams', noun: 'stream' }],
});
