import { ApiProperty } from '@nestjs/swagger';
import { moment, nullableText, nullableTexts, streamTitle } from '../../http/query/value-schemas.js';

/** Title, game, tags and language of a stream from one time on. Null means unknown. */
export class StreamChange {
  @ApiProperty({ description: 'Time at which these values were first observed, UTC.', ...moment })
  created_at: string;

  @ApiProperty(streamTitle)
  title: string | null;

  @ApiProperty({ description: 'Game or category.', ...nullableText })
  game_name: string | null;

  @ApiProperty({
    description: 'Tags. Empty if the stream had no tags, null if the tags are unknown.',
    ...nullableTexts,
  })
  tags: string[] | null;

  @ApiProperty({
    description: 'Language as an ISO 639-1 code, or `other`.',
    ...nullableText,
    example: 'en',
  })
  language: string | null;
}
