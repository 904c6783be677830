import { mergeSessions } from '../steps/merge-sessions.js';
import { date, id, ids } from './column-types.js';
import { defineKind } from './kind.js';

export const colabSessions = defineKind({
  name: 'colab_sessions',
  columns: [
    { name: 'id', type: id },
    { name: 'started_at', type: date },
    { name: 'ended_at', type: date, optional: true, notBefore: 'started_at' },
    { name: 'stream_ids', type: ids },
  ],
  key: ['id'],
  references: [{ column: 'stream_ids', table: 'streams', noun: 'stream' }],
  newest: 'started_at',
  merge: mergeSessions,
});
