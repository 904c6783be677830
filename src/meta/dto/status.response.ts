import { ApiProperty } from '@nestjs/swagger';

const count = { type: 'integer', minimum: 0 } as const;
const moment = { type: 'string', format: 'date-time', nullable: true } as const;

/** How many rows of each kind there are. */
export class RowCounts {
  @ApiProperty(count)
  streamers: number;
  @ApiProperty(count)
  streams: number;
  @ApiProperty(count)
  viewer_samples: number;
  @ApiProperty(count)
  follower_points: number;
  @ApiProperty(count)
  message_stats: number;
  @ApiProperty(count)
  panels: number;
  @ApiProperty(count)
  events: number;
  @ApiProperty(count)
  event_streams: number;
  @ApiProperty(count)
  event_markers: number;
  @ApiProperty(count)
  colab_sessions: number;
}

/** What the service is and what it holds. */
export class Status {
  @ApiProperty({ description: 'Version of the service.', example: '1.0.0' })
  version: string;

  @ApiProperty({ description: 'Rows of each kind.' })
  rows: RowCounts;

  @ApiProperty({
    description:
      'When the newest stream, sample, follower point, panel or collaboration session is from, UTC; null without data.',
    ...moment,
  })
  newest_data_at: string | null;

  @ApiProperty({ description: 'When the leaderboard was refreshed, UTC; null when it never was.', ...moment })
  leaderboard_refreshed_at: string | null;

  @ApiProperty({ description: 'How many streamers are on the leaderboard.', ...count })
  leaderboard_entries: number;
}
