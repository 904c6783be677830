import { ApiProperty } from '@nestjs/swagger';
import { countSchema, nullableCount } from '../../http/query/value-schemas.js';

/** Chat statistics of a stream. If nothing is known about the chat, the counts of its own messages are zero. */
export class MessageStats {
  @ApiProperty({ description: 'Number of messages.', ...countSchema, example: 11980 })
  total_messages: number;

  @ApiProperty({ description: 'Number of accounts that wrote at least one message.', ...countSchema, example: 1198 })
  unique_chatters: number;

  @ApiProperty({
    description: 'Number of deleted messages. `total_messages` includes them.',
    ...countSchema,
    example: 144,
  })
  deleted_messages: number;

  @ApiProperty({
    description:
      'Number of messages of other channels that a shared chat session mirrored into this chat. No other figure includes them. Null if they were not counted.',
    ...nullableCount,
    example: 36,
  })
  shared_messages: number | null;
}
