import { ApiProperty } from '@nestjs/swagger';
import { PlatformName, platforms } from '../../config/platforms.js';
import { countSchema, moment, nullableMoment } from '../../http/query/value-schemas.js';
import { Coverage } from '../../figures/coverage.response.js';
import { version } from '../../version.js';

/** The number of rows of each kind. */
export class RowCounts {
  @ApiProperty({ description: 'Number of streamers.', ...countSchema })
  streamers = 0;

  @ApiProperty({ description: 'Number of streams.', ...countSchema })
  streams = 0;

  @ApiProperty({ description: 'Number of changes of title, game, tags or language.', ...countSchema })
  stream_changes = 0;

  @ApiProperty({ description: 'Number of viewer samples.', ...countSchema })
  viewer_samples = 0;

  @ApiProperty({ description: 'Number of follower points.', ...countSchema })
  follower_points = 0;

  @ApiProperty({ description: 'Number of streams with message statistics.', ...countSchema })
  message_stats = 0;

  @ApiProperty({ description: 'Number of panels.', ...countSchema })
  panels = 0;

  @ApiProperty({ description: 'Number of events.', ...countSchema })
  events = 0;

  @ApiProperty({ description: 'Number of streams in events. A stream of two events counts twice.', ...countSchema })
  event_streams = 0;

  @ApiProperty({ description: 'Number of event markers.', ...countSchema })
  event_markers = 0;

  @ApiProperty({ description: 'Number of collaboration sessions.', ...countSchema })
  colab_sessions = 0;
}

/** The collection of a platform. */
export class CollectedPlatform {
  @ApiProperty({ description: 'Streaming platform.', enum: platforms })
  platform: PlatformName;

  @ApiProperty({ description: 'Time at which a collector started to watch the platform, UTC.', ...moment })
  collected_since: string;

  @ApiProperty({ description: 'Time at which a collector last requested the live streams, UTC.', ...moment })
  collected_at: string;
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

  @ApiProperty({ description: 'Number of streamers on the leaderboard.', ...countSchema })
  leaderboard_entries: number;

  @ApiProperty({
    description:
      'How completely the streams of the leaderboard were observed, as of its last refresh. Before the first refresh, values are null or 0.',
  })
  coverage: Coverage;

  @ApiProperty({
    description:
      'Time (UTC) at which a collector started to watch Twitch, or the platform if only one is collected. Null if no collector ever ran.',
    ...nullableMoment,
  })
  collected_since: string | null;

  @ApiProperty({
    description:
      'Time (UTC) at which a collector last requested the live streams of Twitch, or of the platform if only one is collected. Live streams are as fresh as this time. Null if no collector ever ran.',
    ...nullableMoment,
  })
  collected_at: string | null;

  @ApiProperty({ type: [CollectedPlatform], description: 'The platforms that collectors have watched.' })
  platforms: CollectedPlatform[];
}
