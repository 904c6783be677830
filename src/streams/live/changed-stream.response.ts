import { PartialType, PickType, ApiProperty } from '@nestjs/swagger';
import { StreamChange } from '../detail/stream-detail.response.js';
import { LiveStream } from './live-stream.response.js';

/** The changed properties of a stream. */
export class ChangedProperties extends PartialType(
  PickType(StreamChange, ['title', 'game_name', 'language', 'tags'] as const),
) {}

/** A live stream with another description than before. */
export class ChangedStream extends LiveStream {
  @ApiProperty({ description: 'The changed properties before the first change.' })
  before: ChangedProperties;

  @ApiProperty({ description: 'The same properties two sweeps after the first change.' })
  after: ChangedProperties;
}
