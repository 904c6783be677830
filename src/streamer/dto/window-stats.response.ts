import { ApiProperty } from '@nestjs/swagger';
import { StreamerCoverage } from '../../figures/coverage.response.js';
import { WindowFigures } from './window-figures.js';
import { WindowDays } from './window-stats.query.js';

/** A streamer's figures over a window, and over the previous window of the same length. */
export class WindowStats extends WindowFigures {
  @ApiProperty({ description: 'Length of the window in days of 24 hours.', type: 'integer', format: 'int32' })
  days: WindowDays;

  @ApiProperty({
    description:
      'The same figures over the previous window of the same length. A live stream of that window counts until its last observation, or until now if it was never observed.',
  })
  previous: WindowFigures;

  @ApiProperty({ description: 'How completely the streams in the window were observed.' })
  coverage: StreamerCoverage;
}
