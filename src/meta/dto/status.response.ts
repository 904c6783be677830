import { ApiProperty } from '@nestjs/swagger';
import { count, nullableMoment } from '../../http/query/value-schemas.js';
import { Coverage } from '../../figures/coverage.response.js';
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

  @ApiProperty({ description: 'Number of rows of each kind.' })
  rows: RowCounts;

  @ApiProperty({
    description:
      'Time of the newest stream, viewer sample, follower point, panel or collaboration session, UTC. Null without data.',
    ...nullableMoment,
  })
  newest_data_at: string | null;

  @ApiProperty({
    description: 'Time of the last refresh of the leaderboard, UTC. Null before the first refresh.',
    ...nullableMoment,
  })
  leaderboard_refreshed_at: string | null;

  @ApiProperty({ description: 'Number of streamers on the leaderboard.', ...count })
  leaderboard_entries: number;

  @ApiProperty({
    description:
      'How completely the streams of the leaderboard were observed, as of its last refresh. Before the first refresh, values are null or 0.',
  })
  coverage: Coverage;

  @ApiProperty({
    description:
      'Time at which a collector started to watch the streaming platform, UTC. Null if no collector ever ran.',
    ...nullableMoment,
  })
  collected_since: string | null;

  @ApiProperty({
    description:
      'Time at which a collector last requested the live streams, UTC. Live streams are as fresh as this time. Null if no collector ever ran.',
    ...nullableMoment,
  })
  collected_at: string | null;
}
