import { ApiProperty } from '@nestjs/swagger';

/** What a stream was called and about, from a moment on. Null means unknown. */
export class StreamChange {
  @ApiProperty({
    description: 'When the stream was first observed so, UTC.',
    type: 'string',
    format: 'date-time',
  })
  created_at: string;

  @ApiProperty({
    description: 'Title, as the streamer wrote it. Escape it before you put it into a page.',
    type: 'string',
    nullable: true,
  })
  title: string | null;

  @ApiProperty({ description: 'Game or category.', type: 'string', nullable: true })
  game_name: string | null;

  @ApiProperty({
    description: 'Tags. [] if the stream had none, null if they are unknown.',
    type: 'array',
    items: { type: 'string' },
    nullable: true,
  })
  tags: string[] | null;
}
