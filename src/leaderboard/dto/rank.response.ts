import { ApiProperty } from '@nestjs/swagger';
import { countSchema, moment, nullableCount } from '../../http/query/value-schemas.js';
import { LeaderboardMetric, leaderboardMetrics } from '../boards.js';

/** The rank of a streamer by one figure. */
export class RankedFigure {
  @ApiProperty({ description: 'Figure, as the `sort` of the leaderboard.', enum: leaderboardMetrics })
  metric: LeaderboardMetric;

  @ApiProperty({
    description: 'Value of the figure on the board. Null if the streamer is not on the board.',
    ...nullableCount,
    minimum: Number.MIN_SAFE_INTEGER,
  })
  value: number | null;

  @ApiProperty({
    description:
      'Rank, 1 for the highest value. Null if the streamer is not on the board, or not among the first 10,000 of a month.',
    ...nullableCount,
    minimum: 1,
  })
  rank: number | null;

  @ApiProperty({
    description:
      'Rank in the window of the same length before, or in the month before. Null if the streamer was not ranked then.',
    ...nullableCount,
    minimum: 1,
  })
  previous_rank: number | null;
}

/** The ranks of a streamer on one board. */
export class StreamerRank {
  @ApiProperty({ description: 'Start of the window of the board, inclusive, UTC.', ...moment })
  from: string;

  @ApiProperty({ description: 'End of the window of the board, exclusive, UTC.', ...moment })
  to: string;

  @ApiProperty({ description: 'Time of the last refresh of the board, UTC.', ...moment })
  refreshed_at: string;

  @ApiProperty({ description: 'Number of ranked streamers.', ...countSchema })
  entries: number;

  @ApiProperty({ type: [RankedFigure], description: 'One item for each figure.' })
  items: RankedFigure[];
}
