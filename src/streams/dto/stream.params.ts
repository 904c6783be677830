import { ApiProperty } from '@nestjs/swagger';
import { Parameter } from '../../http/parameter.decorator.js';

/** The stream of a path. Whatever is no id identifies no stream, which is a 404 rather than a 400. */
export class StreamParams {
  @ApiProperty({ description: 'Id of the stream on the platform, a string of digits.', example: '40100000001' })
  @Parameter({ read: (text) => text, expected: 'a text' })
  id: string;
}
