import { ApiProperty } from '@nestjs/swagger';
import { changesOfFinalMonth } from '../boards.js';
import { boardKnownSince, Coverage } from '../../http/query/coverage.response.js';
import { CountProperty, MomentProperty, NullableMomentProperty } from '../../http/query/value-schemas.js';

/** The board of a calendar month, and how completely its streams were observed. */
export class LeaderboardMonth extends Coverage {
  @ApiProperty({ description: 'Calendar month (UTC).', example: '2026-10' })
  month: string;

  @MomentProperty('Start of the month, inclusive, UTC.')
  from: string;

  @MomentProperty('End of the month, exclusive, UTC.')
  to: string;

  @NullableMomentProperty(boardKnownSince)
  known_since: string | null;

  @CountProperty('Number of ranked streamers. The board lists the first 10,000 by each figure.')
  entries: number;

  @CountProperty('Number of ranked games. The board lists the first 10,000.')
  games: number;

  @MomentProperty('Time of the computation, UTC.')
  refreshed_at: string;

  @ApiProperty({
    description: `Whether the board is final. At the computation, the month was over and none of its streams was live, or the month had been over for 48 hours. ${changesOfFinalMonth}`,
  })
  is_final: boolean;

  @ApiProperty({
    description:
      'Whether the board will be computed again: data of the month has changed since, or the board can become final.',
  })
  is_due: boolean;
}
