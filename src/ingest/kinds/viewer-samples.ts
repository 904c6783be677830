import { sampledDays } from '../session.js';
import { mergeSamples } from '../steps/merge-samples.js';
import { count, date, id } from './column-types.js';
import { defineKind } from './kind.js';

export const viewerSamples = defineKind({
  name: 'viewer_samples',
  columns: [
    { name: 'stream_id', type: id },
    { name: 'created_at', type: date },
    { name: 'viewers', type: count },
  ],
  key: ['stream_id', 'created_at'],
  references: [{ column: 'stream_id', table: 'streams', noun: 'stream' }],
  newest: 'created_at',
  dueEvents: `
    FROM event_streams l
    WHERE l.event_id = e.id AND l.stream_id IN (SELECT d.stream_id FROM ${sampledDays} d)`,
  merge: mergeSamples,
});
