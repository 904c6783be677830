import { ApiProperty } from '@nestjs/swagger';
import { moment, nullableText, nullableTexts, streamTitle } from '../../http/value-schemas.js';

/** What a stream was called and about, from a moment on. Null means unknown. */
export class StreamChange {
  @ApiProperty({ description: 'When the stream was first observed so, UTC.', ...moment })
  created_at: string;

  @ApiProperty(streamTitle)
  title: string | null;

  @ApiProperty({ description: 'Game or category.', ...nullableText })
  game_name: string | null;

  @ApiProperty({ description: 'Tags. [] if the stream had none, null if they are unknown.', ...nullableTexts })
  tags: string[] | null;
}
