import { ApiProperty } from '@nestjs/swagger';
import { mainPlatform, PlatformName, platforms, platformTitles } from '../../config/platforms.js';
import { CountProperty, MomentProperty, NullableMomentProperty } from '../../http/query/value-schemas.js';
import { boardKnownSince, Coverage } from '../../http/query/coverage.response.js';
import { version } from '../../version.js';

/** The number of rows of each kind. */
export class RowCounts {
  @CountProperty('Number of streamers.')
  streamers = 0;

  @CountProperty('Number of streams.')
  streams = 0;

  @CountProperty('Number of changes of title, game, tags or language.')
  stream_changes = 0;

  @CountProperty('Number of viewer samples.')
  viewer_samples = 0;

  @CountProperty('Number of follower points.')
  follower_points = 0;

  @CountProperty('Number of subscriber points.')
  subscriber_points = 0;

  @CountProperty('Number of streams with message statistics.')
  message_stats = 0;

  @CountProperty('Number of panels.')
  panels = 0;

  @CountProperty('Number of events.')
  events = 0;

  @CountProperty('Number of streams in events. A stream of two events counts twice.')
  event_streams = 0;

  @CountProperty('Number of event markers.')
  event_markers = 0;

  @CountProperty('Number of collaboration sessions.')
  colab_sessions = 0;
}

/** The collection of a platform. */
export class CollectedPlatform {
  @ApiProperty({ description: 'Streaming platform.', enum: platforms })
  platform: PlatformName;

  @MomentProperty('Time at which a collector started to watch the platform, UTC.')
  collected_since: string;

  @MomentProperty('Time at which a collector last requested the live streams, UTC.')
  collected_at: string;
}

/** The board of the last days. */
export class BoardStatus {
  @CountProperty('Length of the window in days of 24 hours.', { example: 30 })
  days: number;

  @MomentProperty('Time of the last refresh of the board, UTC.')
  refreshed_at: string;

  @NullableMomentProperty(boardKnownSince)
  known_since: string | null;
}

/** The last failed sweep of a platform. */
export class CollectorFailure {
  @ApiProperty({ description: 'Streaming platform.', enum: platforms })
  platform: string;

  @MomentProperty('Time of the sweep, UTC.', { example: '2026-10-01T12:00:00.000Z' })
  failed_at: string;

  @ApiProperty({ description: 'Why the sweep failed, without addresses.', example: 'no response (ECONNREFUSED)' })
  reason: string;
}

/** The version of the service and the state of its data. */
export class Status {
  @ApiProperty({ description: 'Version of the service.', example: version })
  version: string;

  @ApiProperty({ description: 'Number of rows of each kind.' })
  rows: RowCounts;

  @NullableMomentProperty(
    'Time of the newest stream, viewer sample, follower point, panel or collaboration session, UTC. Null without data.',
  )
  newest_data_at: string | null;

  @NullableMomentProperty('Time of the last refresh of the leaderboard, UTC. Null before the first refresh.')
  leaderboard_refreshed_at: string | null;

  @CountProperty('Number of streamers on the leaderboard.')
  leaderboard_entries: number;

  @ApiProperty({ type: [BoardStatus], description: 'Boards of the last days, shortest window first.' })
  boards: BoardStatus[];

  @ApiProperty({
    description:
      'How completely the streams of the leaderboard were observed, as of its last refresh. Before the first refresh, values are null or 0.',
  })
  coverage: Coverage;

  @NullableMomentProperty(
    `Time (UTC) at which a collector started to watch ${platformTitles[mainPlatform]}, or the platform if only one is collected. Null if no collector ever ran.`,
  )
  collected_since: string | null;

  @NullableMomentProperty(
    `Time (UTC) at which a collector last requested the live streams of ${platformTitles[mainPlatform]}, or of the platform if only one is collected. Live streams are as fresh as this time. Null if no collector ever ran.`,
  )
  collected_at: string | null;

  @ApiProperty({ type: [CollectedPlatform], description: 'The platforms that collectors have watched.' })
  platforms: CollectedPlatform[];

  @ApiProperty({
    type: [CollectorFailure],
    description: 'The last failed sweep of each platform, until a complete sweep is stored. Empty if no sweep failed.',
  })
  collector_failures: CollectorFailure[];
}
