import { count, date, id } from './column-types.js';
import { defineKind } from './kind.js';

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
