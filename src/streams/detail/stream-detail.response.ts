import { ApiProperty } from '@nestjs/swagger';
import {
  MomentProperty,
  NullableTextProperty,
  NullableTextsProperty,
  streamTitle,
} from '../../http/query/value-schemas.js';
import { Coverage } from '../../http/query/coverage.response.js';
import { StreamSummary } from './stream-summary.response.js';

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

/** A stream with its changes and its coverage. */
export class StreamDetail extends StreamSummary {
  @ApiProperty({ description: 'How completely the stream was observed.' })
  coverage: Coverage;

  @ApiProperty({
    type: [StreamChange],
    description:
      'Title, game, tags and language at the first observation and after each change, oldest first. At most 1,000 changes and 1,000,000 bytes of JSON. Empty if the stream has no recorded changes.',
  })
  changes: StreamChange[];
}
