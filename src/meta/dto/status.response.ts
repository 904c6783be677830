import { ApiProperty } from '@nestjs/swagger';
import { count, nullableMoment } from '../../http/query/value-schemas.js';
import { Coverage } from '../../figures/coverage.response.js';
import { version } from '../../version.js';

/** The number of rows of each kind. */
export class RowCounts {
  @ApiProperty({ description: 'Number of streamers.', ...count })
  streamers = 0;

  @ApiProperty({ description: 'Number of streams.', ...count })
  streams = 0;

  @ApiProperty({ description: 'Number of changes of title, game, tags or language.', ...count })
  stream_changes = 0;

  @ApiProperty({ description: 'Number of viewer samples.', ...count })
  viewer_samples = 0;

  @ApiProperty({ description: 'Number of follower points.', ...count })
  follower_points = 0;

  @ApiProperty({ description: 'Number of streams with message statistics.', ...count })
  message_stats = 0;

  @ApiProperty({ description: 'Number of panels.', ...count })
  panels = 0;

  @ApiProperty({ description: 'Number of events.', ...count })
  events = 0;

  @ApiProperty({ description: 'Number of streams in events. A stream of two events counts twice.', ...count })
  event_streams = 0;

  @ApiProperty({ description: 'Number of event markers.', ...count })
  event_markers = 0;

  @ApiProperty({ description: 'Number of collaboration sessions.', ...count })
  colab_sessions = 0;
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
