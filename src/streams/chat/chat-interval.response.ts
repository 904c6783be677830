import { ApiProperty } from '@nestjs/swagger';
import { CountProperty, MomentProperty, NullableCountProperty } from '../../http/query/value-schemas.js';
import { offsetSchema } from '../viewers/viewer-point.response.js';

/** The chat of a stream in five minutes. */
export class ChatInterval {
  @MomentProperty('Start of the interval, UTC.')
  created_at: string;

  @ApiProperty(offsetSchema)
  timestamp: string;

  @CountProperty('Number of messages.', { example: 250 })
  messages: number;

  @CountProperty('Number of accounts that wrote at least one message in the interval.', { example: 96 })
  chatters: number;

  @CountProperty('Number of messages that were deleted in the interval. Messages from earlier intervals count.', {
    example: 3,
  })
  deleted_messages: number;

  @CountProperty(
    'Number of messages of other channels that a shared chat session mirrored into this chat. `messages` does not include them.',
    { example: 1 },
  )
  shared_messages: number;

  @NullableCountProperty(
    'Average concurrent viewers, as in the viewer graph. Null for an interval without a viewer sample.',
    { example: 2281 },
  )
  viewers: number | null;

  @ApiProperty({
    description: 'Whether the chat was read without interruption. If not, the counts of the interval are too low.',
    example: true,
  })
  is_complete: boolean;
}
