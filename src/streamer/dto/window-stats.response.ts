import { ApiProperty } from '@nestjs/swagger';
import { StreamerCoverage } from '../../http/coverage.response.js';
import { WindowFigures } from './window-figures.js';
import { WindowDays } from './window-stats.query.js';

/** A streamer's figures over a window of some days, beside those of the window before it. */
export class WindowStats extends WindowFigures {
  @ApiProperty({ description: 'Length of the window, in days of 24 hours.', type: 'integer', format: 'int32' })
  days: WindowDays;

  @ApiProperty({
    description:
      'The same figures over the streams that started in as many days before the window. A stream of these that is live counts as in the window: until it was last observed, or up to now if nothing observed it.',
  })
  previous: WindowFigures;

  @ApiProperty({ description: 'How well the streams in the window are known.' })
  coverage: StreamerCoverage;
}
