import { ApiProperty } from '@nestjs/swagger';
import { count } from '../../http/count-schema.js';

/** Counts of a stream's chat. All zero if nothing is known. */
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
}
