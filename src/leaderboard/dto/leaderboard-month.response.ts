import { ApiProperty } from '@nestjs/swagger';
import { Coverage } from '../../figures/coverage.response.js';
import { countSchema, moment } from '../../http/query/value-schemas.js';

/** The board of a calendar month, and how completely its streams were observed. */
export class LeaderboardMonth extends Coverage {
  @ApiProperty({ description: 'Calendar month (UTC).', example: '2026-10' })
  month: string;

  @ApiProperty({ description: 'Start of the month, inclusive, UTC.', ...moment })
  from: string;

  @ApiProperty({ description: 'End of the month, exclusive, UTC.', ...moment })
  to: string;

  @ApiProperty({
    description: 'Number of ranked streamers. The board lists the first 10,000 by each figure.',
    ...countSchema,
  })
  entries: number;

  @ApiProperty({ description: 'Number of ranked games. The board lists the first 10,000.', ...countSchema })
  games: number;

  @ApiProperty({ description: 'Time of the computation, UTC.', ...moment })
  refreshed_at: string;

  @ApiProperty({
    description:
      'Whether the month was over and no stream of it was live, or the month had been over for 48 hours, when the board was computed.',
  })
  is_final: boolean;

  @ApiProperty({
    description:
      'Whether the board will be computed again: data of the month has changed since, or the board can become final.',
  })
  is_due: boolean;
}
