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
  merge: mergeSamples,
});
