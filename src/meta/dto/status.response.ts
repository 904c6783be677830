import { ApiProperty } from '@nestjs/swagger';
import { count, nullableMoment } from '../../http/value-schemas.js';
import { Coverage } from '../../http/coverage.response.js';
import { version } from '../../version.js';

/** The number of rows of each kind. */
export class RowCounts {
  @ApiProperty(count)
  streamers: number;
  @ApiProperty(count)
  streams: number;
  @ApiProperty(count)
  stream_changes: number;
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
    ...nullableMoment,
  })
  newest_data_at: string | null;

  @ApiProperty({
    description: 'When the leaderboard was last refreshed, UTC. Null if it never was.',
    ...nullableMoment,
  })
  leaderboard_refreshed_at: string | null;

  @ApiProperty({ description: 'How many streamers are on the leaderboard.', ...count })
  leaderboard_entries: number;

  @ApiProperty({
    description:
      'How well the streams in the window of the leaderboard are known, as of its last refresh. Nulls and 0 before the first.',
  })
  coverage: Coverage;

  @ApiProperty({
    description: 'Since when a collector watches the streaming platform, UTC. Null if none ever did.',
    ...nullableMoment,
  })
  collected_since: string | null;

  @ApiProperty({
    description:
      'When a collector asked last who is live, UTC: that is how fresh live streams are. Null if none ever did.',
    ...nullableMoment,
  })
  collected_at: string | null;
}
