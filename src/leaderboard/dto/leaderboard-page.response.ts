import { ApiProperty } from '@nestjs/swagger';
import { PlatformName } from '../../config/platforms.js';
import {
  CountProperty,
  NullableCountProperty,
  streamerLanguage,
  externalIdSchema,
  loginSchema,
  platformSchema,
} from '../../http/query/value-schemas.js';
import { platformOfId } from '../../database/platforms/platform-ids.js';
import { Page } from '../../http/lists/page.js';

/** A streamer's figures over the window of the leaderboard, as of its last refresh. */
export class LeaderboardEntry {
  @ApiProperty({ description: 'Channel ID.', example: '100000001' })
  id: string;

  @ApiProperty(loginSchema)
  name: string;

  @ApiProperty({ description: 'Display name.', example: 'AuroraPlays' })
  display_name: string;

  @CountProperty('Followers at the last count. 0 if followers were never counted.')
  followers: number;

  @CountProperty('Total watchtime of the streams in the window, in viewer-minutes.')
  watchtime: number;

  @CountProperty('Average viewers of the streams in the window, weighted by their minutes.')
  averageviewers: number;

  @CountProperty('Maximum concurrent viewers of any stream in the window.')
  peakviewers: number;

  @CountProperty(
    'Followers gained in the window: the last count before its end minus the last count before its start or, if that count is more than 31 days older, minus the first count in the window. Negative if the streamer lost followers, 0 with fewer than two counts.',
    { minimum: Number.MIN_SAFE_INTEGER },
  )
  followergain: number;

  @NullableCountProperty(
    'Rank by the same figure in the previous window of the same length or, for a month, on the board of the previous month. 1 for the highest value. Null if the streamer was not ranked then, and with a filter.',
    { minimum: 1 },
  )
  previous_rank: number | null;

  @NullableCountProperty(
    'Sum of the whole minutes of the streams in the window. Null on a board of the previous release.',
  )
  total_minutes: number | null;

  @NullableCountProperty('Number of streams in the window. Null on a board of the previous release.')
  stream_count: number | null;

  @ApiProperty(streamerLanguage)
  language: string | null;

  @ApiProperty(platformSchema)
  platform: PlatformName;

  @ApiProperty(externalIdSchema('channel'))
  external_id: string | null;
}

/** Entries as columns, with one value per entry. */
export type EntryColumns = { [Field in Exclude<keyof LeaderboardEntry, 'platform'>]: LeaderboardEntry[Field][] };

export function toEntries(columns: EntryColumns): LeaderboardEntry[] {
  return columns.id.map((id, i) => ({
    id,
    name: columns.name[i] as string,
    display_name: columns.display_name[i] as string,
    followers: columns.followers[i] as number,
    watchtime: columns.watchtime[i] as number,
    averageviewers: columns.averageviewers[i] as number,
    peakviewers: columns.peakviewers[i] as number,
    followergain: columns.followergain[i] as number,
    previous_rank: columns.previous_rank[i] ?? null,
    total_minutes: columns.total_minutes[i] ?? null,
    stream_count: columns.stream_count[i] ?? null,
    language: columns.language[i] ?? null,
    platform: platformOfId(id),
    external_id: columns.external_id[i] ?? null,
  }));
}

export class LeaderboardPage implements Page<LeaderboardEntry> {
  @ApiProperty({
    type: [LeaderboardEntry],
    description: 'Entries, highest value first. Entries with equal values are sorted by channel ID.',
  })
  items: LeaderboardEntry[];

  @ApiProperty({ description: 'Whether more entries follow this page.' })
  hasMore: boolean;

  @CountProperty('Cursor of the next page: `cursor` plus the number of items. Also set on the last page.')
  nextCursor: number;
}
