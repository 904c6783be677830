import { ApiProperty } from '@nestjs/swagger';
import { Coverage } from '../../figures/coverage.response.js';
import { StreamChange } from './stream-change.response.js';
import { StreamSummary } from './stream-summary.response.js';

/** A stream with its changes and its coverage. */
export class StreamDetail extends StreamSummary {
  @ApiProperty({ description: 'How completely the stream was observed.' })
  coverage: Coverage;

  @ApiProperty({
    type: [StreamChange],
    description:
      'Title, game, tags and language at the first observation and after each change, oldest first. At most 1,000 changes and 1,000,000 bytes of JSON. Empty if the stream has no recorded changes.',
  })
  changes: StreamChange[];
}
