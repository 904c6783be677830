import { ApiProperty } from '@nestjs/swagger';
import { count } from '../../http/count-schema.js';
import { version } from '../../version.js';

const moment = { type: 'string', format: 'date-time', nullable: true } as const;

/** The number of rows of each kind. */
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

/** The version of the service and the state of its data. */
export class Status {
  @ApiProperty({ description: 'Version of the service.', example: version })
  version: string;

  @ApiProperty({ description: 'The number of rows of each kind.' })
  rows: RowCounts;

  @ApiProperty({
    description:
      'Time of the newest stream, viewer sample, follower point, panel or collaboration session, UTC. Null without data.',
    ...moment,
  })
  newest_data_at: string | null;

  @ApiProperty({ description: 'When the leaderboard was last refreshed, UTC. Null if it never was.', ...moment })
  leaderboard_refreshed_at: string | null;

  @ApiProperty({ description: 'How many streamers are on the leaderboard.', ...count })
  leaderboard_entries: number;
}
