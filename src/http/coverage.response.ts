import { ApiProperty } from '@nestjs/swagger';
import { count, nullableCount, nullableMoment } from './value-schemas.js';

/** How well some streams are known. */
export class Coverage {
  @ApiProperty({ description: 'Time of the first viewer sample, UTC. Null without one.', ...nullableMoment })
  tracked_since: string | null;

  @ApiProperty({
    description: 'When one of the streams was last observed, UTC. Null if none ever was.',
    ...nullableMoment,
  })
  last_seen_at: string | null;

  @ApiProperty({ description: 'Viewer samples within the time of the streams.', ...count })
  sample_count: number;

  @ApiProperty({
    description:
      'The longest part of the time of one of the streams without a viewer sample, in seconds. Null without a sample.',
    ...nullableCount,
  })
  largest_gap_seconds: number | null;
}

/** How well streams of one streamer are known. */
export class StreamerCoverage extends Coverage {
  @ApiProperty({
    description: 'Since when a collector watches the channel, UTC. Null if none does.',
    ...nullableMoment,
  })
  watched_since: string | null;
}
