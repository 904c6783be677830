import { ApiProperty } from '@nestjs/swagger';
import { IsString } from 'class-validator';
import { idPattern } from '../../database/identifiers.js';

/** The ID of a stream in a path. A malformed ID returns 404, like an unknown ID. */
export class StreamParams {
  @ApiProperty({
    description: 'ID of the stream on the platform: a string of digits.',
    example: '40100000001',
    pattern: idPattern,
  })
  @IsString()
  id: string;
}
