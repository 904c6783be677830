import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { GraphGranularity, graphGranularities } from '../../streams/viewers/graph-granularity.js';
import { badGranularity } from '../../streams/viewers/viewer-graph.params.js';
import { EventParams } from '../dto/event.params.js';

export class EventGraphParams extends EventParams {
  @ApiProperty({
    description: 'Length of the intervals into which the event is divided, beginning at its start.',
    enum: graphGranularities,
    example: 'fiveMinutes',
  })
  @IsIn(graphGranularities, { message: badGranularity })
  granularity: GraphGranularity;
}
