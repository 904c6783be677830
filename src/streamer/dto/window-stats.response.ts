import { ApiPropertyOptional, ApiProperty, IntersectionType } from '@nestjs/swagger';
import {
  CountProperty,
  moment,
  NullableCountProperty,
  NullableMomentProperty,
} from '../../http/query/value-schemas.js';
import { StreamerCoverage } from '../../http/query/coverage.response.js';

/** Figures over the streams that started in a window. */
export class WindowFigures {
  @CountProperty('Number of streams that started in the window.', { example: 23 })
  stream_count: number;

  @CountProperty(
    'Total whole minutes of these streams. A live stream counts until its last observation, or until now if it was never observed.',
    { example: 7386 },
  )
  total_minutes: number;

  @CountProperty(
    'Average of `avg_viewers` of these streams, weighted by minutes and rounded. Streams with unknown viewers are ignored.',
    { example: 2097 },
  )
  avg_viewers: number;

  @CountProperty('Maximum concurrent viewers of any of these streams.', { example: 4484 })
  peak_viewers: number;

  @CountProperty('Total watchtime of these streams, in viewer-minutes.', { example: 15487598 })
  watchtime: number;
}

/** A streamer's figures over the streams that started in the last 30 x 24 hours. */
export class ThirtyDayStats extends WindowFigures {}

/** Figures over a window, and the time from which the streamer is known. */
export class KnownFigures extends WindowFigures {
  @NullableMomentProperty(
    'Time (UTC) from which the streamer is known: the start of watching by a collector, or of the first stream if that is earlier. Figures omit the part of a window before this time. Null without both.',
  )
  known_since: string | null;
}

/** The limits of a window that does not move with time. */
export class WindowLimits {
  @ApiPropertyOptional({ description: 'Start of the window, inclusive, UTC. Not with `days`.', ...moment })
  from?: string;

  @ApiPropertyOptional({ description: 'End of the window, exclusive, UTC. Not with `days`.', ...moment })
  to?: string;

  @ApiPropertyOptional({
    description:
      'Whether the figures are final: the window is over, and no stream of the window is live. True 48 hours after the end in any case. Final figures still change if data is imported, corrected or removed, or while one of these streams is live. Not with `days`.',
    type: 'boolean',
  })
  is_final?: boolean;
}

/** A streamer's figures over a window, and over the previous window. */
export class WindowStats extends IntersectionType(KnownFigures, WindowLimits) {
  @ApiProperty({ description: 'Length of the window in days of 24 hours, rounded.', type: 'integer', format: 'int32' })
  days: number;

  @ApiProperty({
    description:
      'The same figures over the previous window: the month or year before, otherwise the same length before. A live stream of that window counts until its last observation, or until now if it was never observed.',
  })
  previous: KnownFigures;

  @NullableCountProperty(
    'Subscribers at the last count before the end of the window. Null on Twitch, and if they were not counted in the window or in the 31 days before it.',
    { example: 312 },
  )
  subscribers: number | null;

  @NullableCountProperty(
    'Subscribers gained in the window, computed like `followergain` of the leaderboard. Negative if the streamer lost subscribers, null with fewer than two counts.',
    { example: 12, minimum: Number.MIN_SAFE_INTEGER },
  )
  subscriber_gain: number | null;

  @ApiProperty({ description: 'How completely the streams in the window were observed.' })
  coverage: StreamerCoverage;
}

/** The figures of a requested streamer. */
export class NamedStats extends KnownFigures {
  @ApiProperty({ description: 'Requested login or channel ID, in lower case.', example: 'aurora_plays' })
  name: string;
}

/** The figures of several streamers over the same window. */
export class StreamerStats extends WindowLimits {
  @ApiProperty({ type: [NamedStats], description: 'Streamers that exist, in the order of the request.' })
  items: NamedStats[];

  @ApiProperty({
    type: [String],
    description: 'Requested names that match no streamer, in the order of the request.',
    example: ['nobody'],
  })
  unknown: string[];
}
