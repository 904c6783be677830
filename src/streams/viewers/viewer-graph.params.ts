import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { GraphGranularity, graphGranularities } from './graph-granularity.js';
import { StreamParams } from '../detail/stream.params.js';

export const badGranularity = `granularity must be one of ${graphGranularities.join(', ')}`;

export class ViewerGraphParams extends StreamParams {
  @ApiProperty({
    description: 'Length of the intervals into which the stream is divided, beginning at its start.',
    enum: graphGranularities,
    example: 'fiveMinutes',
  })
  @IsIn(graphGranularities, { message: badGranularity })
  granularity: GraphGranularity;
}
