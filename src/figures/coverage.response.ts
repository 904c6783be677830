import { ApiProperty } from '@nestjs/swagger';
import { countSchema, nullableCount, nullableMoment } from '../http/query/value-schemas.js';

/** How completely streams were observed. */
export class Coverage {
  @ApiProperty({
    description: 'Time (UTC) of the first viewer sample. Null if no samples exist.',
    ...nullableMoment,
  })
  tracked_since: string | null;

  @ApiProperty({
    description: 'Time of the last observation of a stream, UTC. Null if no stream was observed.',
    ...nullableMoment,
  })
  last_seen_at: string | null;

  @ApiProperty({ description: 'Number of viewer samples during the streams.', ...countSchema })
  sample_count: number;

  @ApiProperty({
    description: 'Longest period of a stream without a viewer sample, in seconds. Null if no samples exist.',
    ...nullableCount,
  })
  largest_gap_seconds: number | null;
}

/** How completely the streams of one streamer were observed. */
export class StreamerCoverage extends Coverage {
  @ApiProperty({
    description: 'Time (UTC) at which a collector started to watch the channel. Null if no collector watches it.',
    ...nullableMoment,
  })
  watched_since: string | null;
}
