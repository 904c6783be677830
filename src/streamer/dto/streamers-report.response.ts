import { ApiProperty, OmitType, PickType } from '@nestjs/swagger';
import { loginSchema, MomentProperty, NullableCountProperty } from '../../http/query/value-schemas.js';
import { LastStream } from '../../streams/reports/last-stream.response.js';
import { WindowStats } from './window-stats.response.js';

/** The stream of a window with the highest peak. */
export class BestStream extends PickType(LastStream, [
  ...(['id', 'started_at', 'minutes', 'game_name', 'avg_viewers', 'peak_viewers', 'watchtime'] as const),
]) {}

/** The figures of a streamer in the window of a report. */
export class ReportedStreamer extends OmitType(WindowStats, ['days', 'from', 'to', 'is_final', 'coverage'] as const) {
  @ApiProperty({ description: 'Channel ID of the streamer.', example: '100000001' })
  streamer_id: string;

  @ApiProperty(loginSchema)
  name: string;

  @ApiProperty({ description: 'Display name of the streamer.' })
  display_name: string;

  @NullableCountProperty(
    'Rank by watchtime on the leaderboard of the month. Null below rank 10,000, without a board, and in reports for weeks or for time zones other than UTC.',
  )
  rank: number | null;

  @ApiProperty({
    type: BestStream,
    nullable: true,
    description: 'Stream with the highest peak. Of equal peaks, the first stream. Null if no peak is known.',
  })
  best_stream: BestStream | null;

  @ApiProperty({
    description: 'URL of the page of the streamer with this window. Without `PUBLIC_URL`, a path.',
    example: '/streamers/100000001?range=2026-10&tz=UTC',
  })
  page: string;
}

/** The figures of streamers in a week or a month. */
export class StreamersReport {
  @ApiProperty({
    description: 'The window: a month, or two dates, the second one exclusive. Pages have the same parameter.',
    example: '2026-10',
  })
  range: string;

  @ApiProperty({ description: 'Time zone of the window.', example: 'UTC' })
  tz: string;

  @MomentProperty('Start of the window, inclusive, UTC.')
  from: string;

  @MomentProperty('End of the window, exclusive, UTC.')
  to: string;

  @ApiProperty({ type: [ReportedStreamer], description: 'At most 20 streamers, by watchtime in the window.' })
  streamers: ReportedStreamer[];
}
