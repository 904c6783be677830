import { ApiProperty } from '@nestjs/swagger';
import { count, nullableCount } from '../../http/value-schemas.js';

/** Counts of a stream's chat. If nothing is known, the counts of its own messages are zero. */
export class MessageStats {
  @ApiProperty({ description: 'Messages that were written.', ...count, example: 11980 })
  total_messages: number;

  @ApiProperty({ description: 'Accounts that wrote at least one message.', ...count, example: 1198 })
  unique_chatters: number;

  @ApiProperty({
    description: 'Messages that were deleted. They count in total_messages too.',
    ...count,
    example: 144,
  })
  deleted_messages: number;

  @ApiProperty({
    description:
      'Messages of other channels that a shared chat session mirrored into this chat. They count in no other figure. Null if they were not counted.',
    ...nullableCount,
    example: 36,
  })
  shared_messages: number | null;
}
