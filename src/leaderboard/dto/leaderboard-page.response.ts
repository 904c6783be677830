import { ApiProperty } from '@nestjs/swagger';
import { Page } from '../../http/page.js';

/** A streamer's figures over the last 30 x 24 hours, as of the board's refresh. */
export class LeaderboardEntry {
  @ApiProperty({ description: 'Channel id.', example: '100000001' })
  id: string;

  @ApiProperty({
    description: 'Login, or the channel id where the login has passed to another channel.',
    example: 'aurora_plays',
  })
  name: string;

  @ApiProperty({ description: 'Display name.', example: 'AuroraPlays' })
  display_name: string;

  @ApiProperty({
    description: 'Followers at the last count; 0 when they were never counted.',
    type: 'integer',
    minimum: 0,
  })
  followers: number;

  @ApiProperty({ description: 'Sum of the watchtime of its streams, in viewer-minutes.', type: 'integer', minimum: 0 })
  watchtime: number;

  @ApiProperty({ description: 'Mean viewers of its streams, weighted by their minutes.', type: 'integer', minimum: 0 })
  averageviewers: number;

  @ApiProperty({ description: 'Most concurrent viewers in any of its streams.', type: 'integer', minimum: 0 })
  peakviewers: number;

  @ApiProperty({
    description:
      'Last count of followers in the window minus the first one; negative when it lost some, 0 with fewer than two counts.',
    type: 'integer',
  })
  followergain: number;
}

export class LeaderboardPage implements Page<LeaderboardEntry> {
  @ApiProperty({ type: [LeaderboardEntry], description: 'Highest first; of equal value the lower channel id first.' })
  items: LeaderboardEntry[];

  @ApiProperty({ description: 'Whether entries follow this page.' })
  hasMore: boolean;

  @ApiProperty({
    description: 'The cursor of the next page: cursor plus the number of items, on the last page too.',
    type: 'integer',
    minimum: 0,
  })
  nextCursor: number;
}
