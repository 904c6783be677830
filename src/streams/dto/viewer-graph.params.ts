import { ApiProperty } from '@nestjs/swagger';
import { oneOf } from '../../http/one-of.js';
import { Parameter } from '../../http/parameter.decorator.js';
import { GraphGranularity, graphGranularities } from '../graph-granularity.js';
import { StreamParams } from './stream.params.js';

const expected = `one of ${graphGranularities.join(', ')}`;
export const badGranularity = `granularity must be ${expected}`;

export class ViewerGraphParams extends StreamParams {
  @ApiProperty({
    description: 'How long the parts are that the stream is cut into, from its start on.',
    enum: graphGranularities,
    example: 'fiveMinutes',
  })
  @Parameter({ read: oneOf(graphGranularities), expected })
  granularity: GraphGranularity;
}
