import { ApiProperty } from '@nestjs/swagger';
import { Coverage } from '../../http/coverage.response.js';
import { StreamChange } from './stream-change.response.js';
import { StreamSummary } from './stream-summary.response.js';

/** A stream with what it went through, and how well it is known. */
export class StreamDetail extends StreamSummary {
  @ApiProperty({ description: 'How well the stream is known.' })
  coverage: Coverage;

  @ApiProperty({
    type: [StreamChange],
    description:
      'What the stream was called and about from its first observation on, and from each one on that told something else, oldest first. At most 1,000, and 1,000,000 bytes. [] where no observation told it.',
  })
  changes: StreamChange[];
}
