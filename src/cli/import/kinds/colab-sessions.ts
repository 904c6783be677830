import { idCell, idsCell } from '../cells.js';
import { mergeColabSessions } from '../colab-session-merge.js';
import { dateCell } from '../date-cell.js';
import { endCell } from '../end-cell.js';
import { ImportColumn, ImportKind } from '../import-kind.js';
import { knownProperties } from '../properties.js';

const columns: ImportColumn[] = [
  { name: 'id', type: 'id' },
  { name: 'started_at', type: 'date' },
  { name: 'ended_at', type: 'date', optional: true },
  { name: 'stream_ids', type: 'ids' },
];

const checkProperties = knownProperties('colab_sessions', columns);

export const colabSessions: ImportKind = {
  name: 'colab_sessions',
  columns,
  key: ['id'],
  references: [{ column: 'stream_ids', table: 'streams', noun: 'stream' }],
  newest: 'started_at',
  merge: mergeColabSessions,

  toRow(record) {
    checkProperties(record);
    const startedAt = dateCell(record.started_at, 'started_at');
    return [
      idCell(record.id, 'id'),
      startedAt,
      endCell(record, 'ended_at', 'started_at', startedAt),
      idsCell(record.stream_ids, 'stream_ids'),
    ].join('\t');
  },
};
