import { ApiProperty } from '@nestjs/swagger';
import { moment, nullableText, nullableTexts, streamTitle } from '../../http/query/value-schemas.js';

/** Title, game and tags of a stream from one time on. Null means unknown. */
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
}
