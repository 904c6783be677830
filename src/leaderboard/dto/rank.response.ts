import { ApiProperty } from '@nestjs/swagger';
import { boardKnownSince } from '../../http/query/coverage.response.js';
import {
  CountProperty,
  MomentProperty,
  NullableCountProperty,
  NullableMomentProperty,
} from '../../http/query/value-schemas.js';
import { LeaderboardMetric, leaderboardMetrics } from '../boards.js';

/** The rank of a streamer by one figure. */
export class RankedFigure {
  @ApiProperty({ description: 'Figure, as the `sort` of the leaderboard.', enum: leaderboardMetrics })
  metric: LeaderboardMetric;

  @NullableCountProperty('Value of the figure. Null if no stream of the streamer started in the window.', {
    minimum: Number.MIN_SAFE_INTEGER,
  })
  value: number | null;

  @NullableCountProperty(
    'Rank, 1 for the highest value. Null if the streamer is not on the board, or not among the first 10,000 of a month.',
    { minimum: 1 },
  )
  rank: number | null;

  @NullableCountProperty(
    'Rank in the previous window of the same length, or in the previous month. Does not require a current rank. Null if the streamer was not ranked then.',
    { minimum: 1 },
  )
  previous_rank: number | null;
}

/** The ranks of a streamer on one board. */
export class StreamerRank {
  @MomentProperty('Start of the window of the board, inclusive, UTC.')
  from: string;

  @MomentProperty('End of the window of the board, exclusive, UTC.')
  to: string;

  @MomentProperty('Time of the last refresh of the board, UTC.')
  refreshed_at: string;

  @NullableMomentProperty(boardKnownSince)
  known_since: string | null;

  @CountProperty('Number of ranked streamers.')
  entries: number;

  @ApiProperty({ type: [RankedFigure], description: 'One item for each figure.' })
  items: RankedFigure[];
}
