import { keepComputed } from '../steps/keep-computed.js';
import { count, date, flag, id, nullCell, text } from './column-types.js';
import { describedColumns } from './described-columns.js';
import { defineKind } from './kind.js';

export const streams = defineKind({
  name: 'streams',
  columns: [
    { name: 'id', type: id },
    { name: 'streamer_id', type: id },
    { name: 'started_at', type: date },
    { name: 'ended_at', type: date, optional: true, notBefore: 'started_at' },
    ...describedColumns,
    { name: 'avg_viewers', type: count, optional: true, atMost: 'peak_viewers' },
    { name: 'peak_viewers', type: count, optional: true },
    { name: 'live_views', type: count, optional: true },
    { name: 'live_views_final', type: count, optional: true },
    { name: 'vod_id', type: text(0, 100), optional: true },
    { name: 'watchtime', type: count, optional: true },
    { name: 'unique_chatters', type: count, optional: true },
    { name: 'updated_at', type: date, optional: true },
    { name: 'figures_from_samples', type: flag, derived: true },
    { name: 'end_reason', type: text(1, 20), derived: true },
  ],
  key: ['id'],
  references: [{ column: 'streamer_id', table: 'streamers', noun: 'streamer' }],
  newest: 'started_at',
  derive: ({ ended_at: end }) => `f\t${end === undefined || end === null ? nullCell : 'given'}`,
  prepare: keepComputed,
});
