import { Prisma } from '../../generated/prisma/client.js';
import { platformOfId, selectExternalId } from '../../database/platforms/platform-ids.js';
import { isStale } from '../../figures/coverage.js';
import { StreamSummary } from './stream-summary.response.js';

// An array is faster to parse than JSON unless its texts need quotes, as texts with spaces do.
const arrays = [
  'started_at',
  'ended_at',
  'updated_at',
  'avg_viewers',
  'peak_viewers',
  'live_views',
  'live_views_final',
  'watchtime',
  'unique_chatters',
  'vod_id',
  'thumbnail',
  'language',
];
const texts = ['game_name', 'title', 'tags'];
const order = 'ORDER BY s.started_at DESC, s.id';

/**
 * SQL for the columns of streams `s` as of `w.now`, newest first, then by ID, one array per column, because many small
 * rows are slow to read.
 */
export const summaryColumns = Prisma.raw(`
  COALESCE(array_agg(s.id::text ${order}), '{}') AS ids,
  COALESCE(array_agg(${selectExternalId('streams', 's.id')} ${order}), '{}') AS external_id,
  COALESCE(array_agg(${isStale('w.now')} ${order}), '{}') AS is_stale,
  ${arrays.map((column) => `COALESCE(array_agg(s.${column} ${order}), '{}') AS ${column}`).join(', ')},
  ${texts.map((column) => `COALESCE(json_agg(s.${column} ${order}), '[]') AS ${column}`).join(', ')}`);

/** SQL for the columns of their streamer `u`. */
export const streamerColumns = Prisma.raw(
  'u.id::text AS streamer_id, u.display_name AS user_display_name, u.profile_image AS user_profile_image',
);

type OfStreamer = 'streamer_id' | 'user_display_name' | 'user_profile_image';
type OfStream = Exclude<keyof StreamSummary, OfStreamer | 'id' | 'is_live' | 'platform'>;

/**
 * The streams of one streamer with {@link summaryColumns} and {@link streamerColumns}. The ID is null for an unknown
 * streamer.
 */
export type SummaryRow = { [Column in OfStream]: StreamSummary[Column][] } & Pick<StreamSummary, OfStreamer> & {
    ids: string[];
  };

export function toSummaries(row: SummaryRow): StreamSummary[] {
  const { streamer_id, user_display_name, user_profile_image } = row;
  return row.ids.map((id, i) => ({
    id,
    streamer_id,
    started_at: row.started_at[i] as string,
    ended_at: row.ended_at[i] ?? null,
    is_live: row.ended_at[i] === null,
    is_stale: row.is_stale[i] as boolean,
    avg_viewers: row.avg_viewers[i] ?? null,
    peak_viewers: row.peak_viewers[i] ?? null,
    live_views: row.live_views[i] ?? null,
    live_views_final: row.live_views_final[i] ?? null,
    watchtime: row.watchtime[i] ?? null,
    unique_chatters: row.unique_chatters[i] ?? null,
    vod_id: row.vod_id[i] ?? null,
    game_name: row.game_name[i] ?? null,
    title: row.title[i] ?? null,
    tags: row.tags[i] ?? null,
    thumbnail: row.thumbnail[i] ?? null,
    language: row.language[i] ?? null,
    user_display_name,
    user_profile_image,
    updated_at: row.updated_at[i] ?? null,
    platform: platformOfId(id),
    external_id: row.external_id[i] ?? null,
  }));
}
