import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, Matches } from 'class-validator';
import { CursorQuery, IntegerQuery } from '../../http/query/integer-query.decorator.js';
import { PlatformName } from '../../config/platforms.js';
import { PlatformQuery, LanguageQuery } from '../../http/query/query-parameters.decorator.js';
import { NamesQuery } from '../../http/query/names-query.decorator.js';

/** Which live streams a list has; all given conditions apply. */
export class LiveFilter {
  @LanguageQuery('streams')
  language?: string;

  @PlatformQuery('streams')
  platform?: PlatformName;

  @ApiPropertyOptional({
    description: 'Returns only streams of this game: its exact name, case-sensitive.',
    type: 'string',
    minLength: 1,
    maxLength: 200,
  })
  @IsOptional()
  @Matches(/^[^\0]{1,200}$/su, { message: '$property must be a string of 1 to 200 characters' })
  game?: string;

  @NamesQuery({ required: false, description: 'Returns only streams of these streamers: ' })
  names?: string[];
}

export class LiveStreamsQuery extends LiveFilter {
  @IntegerQuery({ description: 'Maximum number of streams.', default: 50, minimum: 1, maximum: 100 })
  limit = 50;

  @CursorQuery('Number of streams to skip: 0, or the cursor in the `Link` header of the previous page.')
  cursor = 0;
}
