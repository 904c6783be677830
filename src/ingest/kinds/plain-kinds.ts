import { count, date, id } from './column-types.js';
import { changeColumns } from './described-columns.js';
import { defineKind } from './kind.js';

export const streamChanges = defineKind({
  name: 'stream_changes',
  columns: [{ name: 'stream_id', type: id }, { name: 'created_at', type: date }, ...changeColumns],
  key: ['stream_id', 'created_at'],
  references: [{ column: 'stream_id', table: 'streams', noun: 'stream' }],
});

export const followerPoints = defineKind({
  name: 'follower_points',
  columns: [
    { name: 'streamer_id', type: id },
    { name: 'created_at', type: date },
    { name: 'followers', type: count },
  ],
  key: ['streamer_id', 'created_at'],
  references: [{ column: 'streamer_id', table: 'streamers', noun: 'streamer' }],
  newest: 'created_at',
});

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
