import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import { StreamerCoverage } from '../../figures/coverage.response.js';
import { WindowFigures } from './window-figures.js';
import { WindowLimits } from './window-limits.js';

/** A streamer's figures over a window, and over the previous window. */
export class WindowStats extends IntersectionType(WindowFigures, WindowLimits) {
  @ApiProperty({ description: 'Length of the window in days of 24 hours, rounded.', type: 'integer', format: 'int32' })
  days: number;

  @ApiProperty({
    description:
      'The same figures over the previous window: the month or year before, otherwise the same length before. A live stream of that window counts until its last observation, or until now if it was never observed.',
  })
  previous: WindowFigures;

  @ApiProperty({ description: 'How completely the streams in the window were observed.' })
  coverage: StreamerCoverage;
}
