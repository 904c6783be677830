import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsOptional } from 'class-validator';
import { CursorQuery, IntegerQuery } from '../../http/query/integer-query.decorator.js';
import { NotWith, PlatformQuery, LanguageQuery } from '../../http/query/query-parameters.decorator.js';
import { PlatformName } from '../../config/platforms.js';
import { SearchTextQuery } from '../../http/query/search-text.decorator.js';
import { leaderboardMetrics } from '../../leaderboard/boards.js';

const streamerSorts = ['name', ...leaderboardMetrics] as const;
export type StreamerSort = (typeof streamerSorts)[number];

const booleans: Record<string, boolean> = { true: true, false: false };

export class StreamersQuery {
  @SearchTextQuery(
    'Finds streamers by channel ID, by any part of the login or display name, or by the starts of words of the display name. Ignores spaces, punctuation, case, accents and Arabic vowel signs. The length is counted after Unicode normalization (NFKC).',
    'aurora',
  )
  query?: string;

  @ApiPropertyOptional({
    description: 'Returns only streamers who are live (`true`) or offline (`false`).',
    type: 'boolean',
  })
  @IsOptional()
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? (booleans[value] ?? value) : value))
  @IsIn([true, false], { message: 'live must be true or false' })
  live?: boolean;

  @ApiPropertyOptional({
    description:
      'Sort order if `query` is not set; the default is `watchtime`. `name` returns all streamers, sorted by login. A figure returns the streamers of the leaderboard, sorted by that figure, highest first. With `query`, results are sorted by relevance, and a request with `sort` returns 400.',
    enum: streamerSorts,
  })
  @IsOptional()
  @IsIn(streamerSorts, { message: `sort must be one of ${streamerSorts.join(', ')}` })
  sort?: StreamerSort;

  @PlatformQuery('streamers')
  platform?: PlatformName;

  @LanguageQuery('streamers on the leaderboard')
  @NotWith('query')
  language?: string;

  @IntegerQuery({ description: 'Maximum number of streamers.', default: 20, minimum: 1, maximum: 100 })
  limit = 20;

  @CursorQuery('streamers', { maximum: 10_000 })
  cursor = 0;

  static toCanonical({ query, live, platform, language, sort }: StreamersQuery): object {
    return { query, live, platform, language, sort };
  }
}
