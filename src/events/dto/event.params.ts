import { ApiProperty } from '@nestjs/swagger';
import { Parameter } from '../../http/parameter.decorator.js';

/** The event of a path. Whatever is no id identifies no event, which is a 404 rather than a 400. */
export class EventParams {
  @ApiProperty({ description: 'Id of the event, a string of digits.', example: '300000001' })
  @Parameter({ read: (text) => text, expected: 'a text' })
  id: string;
}
