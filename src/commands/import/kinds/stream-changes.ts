import { date, id, tags, text } from './column-types.js';
import { defineKind } from './kind.js';

export const streamChanges = defineKind({
  name: 'stream_changes',
  columns: [
    { name: 'stream_id', type: id },
    { name: 'created_at', type: date },
    { name: 'title', type: text(0, 500), optional: true },
    { name: 'game_name', type: text(0, 200), optional: true },
    { name: 'tags', type: tags, optional: true },
  ],
  key: ['stream_id', 'created_at'],
  references: [{ column: 'stream_id', table: 'streams', noun: 'stream' }],
});
