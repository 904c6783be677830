import { countCell, idCell } from '../cells.js';
import { dateCell } from '../date-cell.js';
import { ImportColumn, ImportKind } from '../import-kind.js';
import { knownProperties } from '../properties.js';
import { mergeSeries } from '../series-merge.js';

const columns: ImportColumn[] = [
  { name: 'streamer_id', type: 'id' },
  { name: 'created_at', type: 'date' },
  { name: 'followers', type: 'count' },
];

const checkProperties = knownProperties('follower_points', columns);

export const followerPoints: ImportKind = {
  name: 'follower_points',
  columns,
  key: ['streamer_id', 'created_at'],
  references: [{ column: 'streamer_id', table: 'streamers', noun: 'streamer' }],
  newest: 'created_at',
  merge: mergeSeries,

  toRow(record) {
    checkProperties(record);
    const streamerId = idCell(record.streamer_id, 'streamer_id');
    const createdAt = dateCell(record.created_at, 'created_at');
    return `${streamerId}\t${createdAt}\t${countCell(record.followers, 'followers')}`;
  },
};
