import { ApiProperty } from '@nestjs/swagger';

/** What was written in a stream's chat; all zero where nothing is known. */
export class MessageStats {
  @ApiProperty({ description: 'Messages written.', type: 'integer', minimum: 0, example: 11980 })
  total_messages: number;

  @ApiProperty({ description: 'Accounts that wrote at least one.', type: 'integer', minimum: 0, example: 1198 })
  unique_chatters: number;

  @ApiProperty({
    description: 'Messages that were deleted; they count in total_messages too.',
    type: 'integer',
    minimum: 0,
    example: 144,
  })
  deleted_messages: number;
}
