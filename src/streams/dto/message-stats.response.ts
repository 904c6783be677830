import { ApiProperty } from '@nestjs/swagger';

/** Counts of a stream's chat. All zero if nothing is known. */
export class MessageStats {
  @ApiProperty({ description: 'Messages that were written.', type: 'integer', minimum: 0, example: 11980 })
  total_messages: number;

  @ApiProperty({ description: 'Accounts that wrote at least one message.', type: 'integer', minimum: 0, example: 1198 })
  unique_chatters: number;

  @ApiProperty({
    description: 'Messages that were deleted. They count in total_messages too.',
    type: 'integer',
    minimum: 0,
    example: 144,
  })
  deleted_messages: number;
}
