import { countCell, idCell } from '../cells.js';
import { dateCell } from '../date-cell.js';
import { ImportColumn, ImportKind } from '../import-kind.js';
import { knownProperties } from '../properties.js';
import { mergeViewerSamples } from '../viewer-sample-merge.js';

const columns: ImportColumn[] = [
  { name: 'stream_id', type: 'id' },
  { name: 'created_at', type: 'date' },
  { name: 'viewers', type: 'count' },
];

const checkProperties = knownProperties('viewer_samples', columns);

export const viewerSamples: ImportKind = {
  name: 'viewer_samples',
  columns,
  key: ['stream_id', 'created_at'],
  references: [{ column: 'stream_id', table: 'streams', noun: 'stream' }],
  newest: 'created_at',
  merge: mergeViewerSamples,

  toRow(record) {
    checkProperties(record);
    const streamId = idCell(record.stream_id, 'stream_id');
    const createdAt = dateCell(record.created_at, 'created_at');
    return `${streamId}\t${createdAt}\t${countCell(record.viewers, 'viewers')}`;
  },
};
