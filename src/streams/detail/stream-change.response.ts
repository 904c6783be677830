import { ApiProperty } from '@nestjs/swagger';
import {
  MomentProperty,
  NullableTextProperty,
  NullableTextsProperty,
  streamTitle,
} from '../../http/query/value-schemas.js';

/** Title, game, tags and language of a stream from one time on. Null means unknown. */
export class StreamChange {
  @MomentProperty('Time at which these values were first observed, UTC.')
  created_at: string;

  @ApiProperty(streamTitle)
  title: string | null;

  @NullableTextProperty('Game or category.')
  game_name: string | null;

  @NullableTextsProperty('Tags. Empty if the stream had no tags, null if the tags are unknown.')
  tags: string[] | null;

  @NullableTextProperty('Language as an ISO 639-1 code, or `other`.', { example: 'en' })
  language: string | null;
}
