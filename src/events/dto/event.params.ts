import { ApiProperty } from '@nestjs/swagger';
import { IsString } from 'class-validator';
import { idPattern } from '../../database/identifiers.js';
import { GranularityParam } from '../../streams/detail/stream.params.js';
import { GraphGranularity } from '../../streams/viewers/graph-range.js';

export const unknownEventMessage = 'No event has this ID.';

/** The ID of an event in a path. A malformed ID returns 404, like an unknown ID. */
export class EventParams {
  static readonly notFound = unknownEventMessage;

  @ApiProperty({ description: 'ID of the event: a string of digits.', example: '300000001', pattern: idPattern })
  @IsString()
  id: string;
}

export class EventGraphParams extends EventParams {
  @GranularityParam('event')
  granularity: GraphGranularity;
}
