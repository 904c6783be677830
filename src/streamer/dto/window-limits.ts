import { ApiPropertyOptional } from '@nestjs/swagger';
import { moment } from '../../http/query/value-schemas.js';

/** The limits of a window that does not move with time. */
export class WindowLimits {
  @ApiPropertyOptional({ description: 'Start of the window, inclusive, UTC. Not with `days`.', ...moment })
  from?: string;

  @ApiPropertyOptional({ description: 'End of the window, exclusive, UTC. Not with `days`.', ...moment })
  to?: string;

  @ApiPropertyOptional({
    description:
      'Whether the figures are final: the window is over, and no stream of the window is live. True 48 hours after the end in any case. Not with `days`.',
    type: 'boolean',
  })
  is_final?: boolean;
}
