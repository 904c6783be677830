import { ApiProperty } from '@nestjs/swagger';
import { IsString } from 'class-validator';
import { idPattern } from '../../database/identifiers.js';

/** The event of a path. A text that cannot be an id is a 404, like an unknown id. */
export class EventParams {
  @ApiProperty({ description: 'Id of the event, a string of digits.', example: '300000001', pattern: idPattern })
  @IsString()
  id: string;
}
