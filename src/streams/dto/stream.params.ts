import { ApiProperty } from '@nestjs/swagger';
import { IsString } from 'class-validator';
import { idPattern } from '../../database/identifiers.js';

/** The stream of a path. A text that cannot be an id is a 404, like an unknown id. */
export class StreamParams {
  @ApiProperty({
    description: 'Id of the stream on the platform, a string of digits.',
    example: '40100000001',
    pattern: idPattern,
  })
  @IsString()
  id: string;
}
