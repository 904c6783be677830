import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsString, IsIn } from 'class-validator';
import { idPattern } from '../../database/identifiers.js';
import { GraphGranularity, graphGranularities } from '../viewers/graph-range.js';
import { unknownStreamMessage } from './unknown-stream.js';

/** The ID of a stream in a path. A malformed ID returns 404, like an unknown ID. */
export class StreamParams {
  static readonly notFound = unknownStreamMessage;

  @ApiProperty({
    description: 'ID of the stream on the platform: a string of digits.',
    example: '40100000001',
    pattern: idPattern,
  })
  @IsString()
  id: string;
}

export const badGranularity = `granularity must be one of ${graphGranularities.join(', ')}`;

/** The length of the intervals of a graph. */
export function GranularityParam(of: string): PropertyDecorator {
  return applyDecorators(
    ApiProperty({
      description: `Length of the intervals into which the ${of} is divided, beginning at its start.`,
      enum: graphGranularities,
      example: 'fiveMinutes',
    }),
    IsIn(graphGranularities, { message: badGranularity }),
  );
}

export class ViewerGraphParams extends StreamParams {
  @GranularityParam('stream')
  granularity: GraphGranularity;
}
