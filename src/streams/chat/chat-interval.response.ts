import { ApiProperty } from '@nestjs/swagger';
import { countSchema, moment, nullableCount } from '../../http/query/value-schemas.js';
import { offsetSchema } from '../viewers/viewer-point.response.js';

/** The chat of a stream in five minutes. */
export class ChatInterval {
  @ApiProperty({ description: 'Start of the interval, UTC.', ...moment })
  created_at: string;

  @ApiProperty(offsetSchema)
  timestamp: string;

  @ApiProperty({ description: 'Number of messages.', ...countSchema, example: 250 })
  messages: number;

  @ApiProperty({
    description: 'Number of accounts that wrote at least one message in the interval.',
    ...countSchema,
    example: 96,
  })
  chatters: number;

  @ApiProperty({
    description: 'Number of messages that were deleted in the interval. They may be older.',
    ...countSchema,
    example: 3,
  })
  deleted_messages: number;

  @ApiProperty({
    description:
      'Number of messages of other channels that a shared chat session mirrored into this chat. `messages` does not include them.',
    ...countSchema,
    example: 1,
  })
  shared_messages: number;

  @ApiProperty({
    description: 'Average concurrent viewers, as in the viewer graph. Null for an interval without a viewer sample.',
    ...nullableCount,
    example: 2281,
  })
  viewers: number | null;

  @ApiProperty({
    description: 'Whether the chat was read without interruption. If not, the counts of the interval are too low.',
    example: true,
  })
  is_complete: boolean;
}
