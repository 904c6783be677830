import type { Client } from 'pg';
import { countCell, idCell, optional, tagsCell, textCell } from '../cells.js';
import { dateCell } from '../date-cell.js';
import { markEventsOfMovedStreams } from '../due-events.js';
import { endCell } from '../end-cell.js';
import { FieldError } from '../field-error.js';
import { ImportColumn, ImportKind } from '../import-kind.js';
import { knownProperties } from '../properties.js';
import { noteStreamsWithoutFigures } from '../sample-figures.js';
import { urlCell } from '../url-cell.js';

const columns: ImportColumn[] = [
  { name: 'id', type: 'id' },
  { name: 'streamer_id', type: 'id' },
  { name: 'started_at', type: 'date' },
  { name: 'ended_at', type: 'date', optional: true },
  { name: 'title', type: 'text', optional: true },
  { name: 'game_name', type: 'text', optional: true },
  { name: 'tags', type: 'tags', optional: true },
  { name: 'avg_viewers', type: 'count', optional: true },
  { name: 'peak_viewers', type: 'count', optional: true },
  { name: 'live_views', type: 'count', optional: true },
  { name: 'live_views_final', type: 'count', optional: true },
  { name: 'vod_id', type: 'text', optional: true },
  { name: 'watchtime', type: 'count', optional: true },
  { name: 'thumbnail', type: 'text', optional: true },
  { name: 'unique_chatters', type: 'count', optional: true },
  { name: 'updated_at', type: 'date', optional: true },
  { name: 'figures_from_samples', type: 'flag', derived: true },
];

const checkProperties = knownProperties('streams', columns);
const titleCell = textCell(0, 500);
const gameCell = textCell(0, 200);
const vodCell = textCell(0, 100);

export const streams: ImportKind = {
  name: 'streams',
  columns,
  key: ['id'],
  references: [{ column: 'streamer_id', table: 'streamers', noun: 'streamer' }],
  newest: 'started_at',

  toRow(record) {
    checkProperties(record);
    const startedAt = dateCell(record.started_at, 'started_at');
    const endedAt = endCell(record, 'ended_at', 'started_at', startedAt);
    const id = idCell(record.id, 'id');
    const streamerId = idCell(record.streamer_id, 'streamer_id');
    const title = optional(titleCell, record.title, 'title');
    const game = optional(gameCell, record.game_name, 'game_name');
    const tags = optional(tagsCell, record.tags, 'tags');
    const viewers = viewerCells(record);
    const views = optional(countCell, record.live_views, 'live_views');
    const finalViews = optional(countCell, record.live_views_final, 'live_views_final');
    const vod = optional(vodCell, record.vod_id, 'vod_id');
    const watchtime = optional(countCell, record.watchtime, 'watchtime');
    const thumbnail = optional(urlCell, record.thumbnail, 'thumbnail');
    const chatters = optional(countCell, record.unique_chatters, 'unique_chatters');
    const updatedAt = optional(dateCell, record.updated_at, 'updated_at');
    return `${id}\t${streamerId}\t${startedAt}\t${endedAt}\t${title}\t${game}\t${tags}\t${viewers}\t${views}\t${finalViews}\t${vod}\t${watchtime}\t${thumbnail}\t${chatters}\t${updatedAt}\tf`;
  },

  /** A line without figures leaves those alone that came from the stream's samples. */
  async prepare(client: Client) {
    await client.query(`
      UPDATE staging_streams s
      SET avg_viewers = t.avg_viewers, peak_viewers = t.peak_viewers, watchtime = t.watchtime, figures_from_samples = TRUE
      FROM streams t
      WHERE t.id = s.id AND t.figures_from_samples
        AND s.avg_viewers IS NULL AND s.peak_viewers IS NULL AND s.watchtime IS NULL`);
    await noteStreamsWithoutFigures(client);
    await markEventsOfMovedStreams(client);
  },
};

function viewerCells(record: Record<string, unknown>): string {
  const average = optional(countCell, record.avg_viewers, 'avg_viewers');
  const peak = optional(countCell, record.peak_viewers, 'peak_viewers');
  if (average !== '\\N' && peak !== '\\N' && Number(average) > Number(peak)) {
    throw new FieldError('avg_viewers', `${average} must be at most peak_viewers (${peak})`);
  }
  return `${average}\t${peak}`;
}
