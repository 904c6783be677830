import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsOptional, Matches } from 'class-validator';
import { IntegerQuery } from '../../http/integer-query.decorator.js';
import { leaderboardMetrics } from '../../leaderboard/boards.js';

export const streamerSorts = ['name', ...leaderboardMetrics] as const;
export type StreamerSort = (typeof streamerSorts)[number];

const booleans: Record<string, boolean> = { true: true, false: false };

export class StreamersQuery {
  @ApiPropertyOptional({
    description:
      'Finds the streamers whose login starts with this text, and those whose display name has, for each of its words, a word that starts with it. Case, accents and Arabic vowel signs do not count.',
    type: 'string',
    minLength: 1,
    maxLength: 100,
    pattern: '\\S',
    example: 'aurora',
  })
  @IsOptional()
  @Matches(/^(?=.*\S)[^\0]{1,100}$/su, { message: 'query must be a text of 1 to 100 characters' })
  query?: string;

  @ApiPropertyOptional({
    description: 'Only streamers who are live (true), or who are not (false).',
    type: 'boolean',
  })
  @IsOptional()
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? (booleans[value] ?? value) : value))
  @IsIn([true, false], { message: 'live must be true or false' })
  live?: boolean;

  @ApiPropertyOptional({
    description:
      'The order without a query, watchtime unless given: name for all streamers by login, or a figure of the leaderboard, highest first, for those on it. With a query the order is by relevance, and sort is a 400.',
    enum: streamerSorts,
  })
  @IsOptional()
  @IsIn(streamerSorts, { message: `sort must be one of ${streamerSorts.join(', ')}` })
  sort?: StreamerSort;

  @IntegerQuery({ description: 'Maximum number of streamers.', default: 20, minimum: 1, maximum: 100 })
  limit = 20;

  @IntegerQuery({
    description: 'Number of streamers before the page: 0, or the cursor in the Link of the previous page.',
    default: 0,
    minimum: 0,
    maximum: 10_000,
  })
  cursor = 0;
}
