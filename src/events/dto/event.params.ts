import { ApiProperty } from '@nestjs/swagger';
import { IsString } from 'class-validator';

/** The event of a path. A text that cannot be an id is a 404, like an unknown id. */
export class EventParams {
  @ApiProperty({ description: 'Id of the event, a string of digits.', example: '300000001' })
  @IsString()
  id: string;
}
